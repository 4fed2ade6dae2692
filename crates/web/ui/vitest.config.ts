// Apart from vite.config.ts, which builds the page where only the packages of the build are installed.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    // The modules under test keep no state between tests, so that one worker is enough, and quickest.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
  },
});
