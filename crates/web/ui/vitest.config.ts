// Separate from vite.config.ts, which builds the page when only the packages of the build are installed.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Some modules keep their state in runes.
  plugins: [svelte()],
  resolve: { alias: { '#host': new URL('src/lib/server.ts', import.meta.url).pathname } },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    // The modules under test keep no state between tests, so one worker is enough, and fastest.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
  },
});
