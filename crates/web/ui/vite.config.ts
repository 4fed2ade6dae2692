import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** Also writes every text file in compressed form, which the server sends as it is. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        writeFileSync(join(folder, `${name}.br`), brotli);
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

const here = import.meta.dirname;

/** Gives a file a name that changes with its contents. */
function named(file: string): { file: string; name: string } {
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  return { file, name: `modules/${file.replace(/^.*\/|\.wasm$/g, '')}-${hash}.wasm` };
}

/** Completes a page that is its own host: its modules, its web app manifest, and its service worker. */
function site(modules: { file: string; name: string }[]): Plugin {
  let folder = '';
  return {
    name: 'site',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' } },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: './icon-192.png' } },
      { tag: 'meta', attrs: { name: 'theme-color', content: '#191613' } },
    ],
    closeBundle: () => {
      mkdirSync(join(folder, 'modules'), { recursive: true });
      for (const { file, name } of modules) copyFileSync(file, join(folder, name));
      for (const name of readdirSync(join(here, 'site')))
        copyFileSync(join(here, 'site', name), join(folder, name));
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        // The engines are cached separately, once the page is loaded.
        .filter((name) => name !== 'sw.js' && !modules.slice(1).some((module) => module.name === name))
        .sort();
      const version = createHash('sha256');
      for (const name of files) version.update(name).update(readFileSync(join(folder, name)));
      const worker = readFileSync(join(folder, 'sw.js'), 'utf8')
        .replace('__VERSION__', version.digest('hex').slice(0, 12))
        .replace('__FILES__', JSON.stringify(files));
      writeFileSync(join(folder, 'sw.js'), worker);
    },
  };
}

/**
 * `site`: a page that is its own host, for any static file server (scripts/site). Otherwise the page of the server.
 */
export default defineConfig(({ mode }) => {
  const isSite = mode === 'site';
  const built = process.env.PARLOR_MODULES ?? '';
  // The host, the engines, and the engines for several threads, if the compiler could make them.
  const modules = isSite
    ? ['host.wasm', 'engine.wasm', 'engine-threads.wasm']
        .map((name) => join(built, name))
        .filter((file) => existsSync(file))
        .map(named)
    : [];
  return {
    base: isSite ? './' : '/',
    plugins: [svelte(), isSite ? site(modules) : precompress()],
    resolve: { alias: { '#host': join(here, isSite ? 'src/site/host.ts' : 'src/lib/server.ts') } },
    define: isSite
      ? {
          __HOST_MODULE__: JSON.stringify(modules[0].name),
          __ENGINE_MODULE__: JSON.stringify(modules[1].name),
          __THREADS_MODULE__: JSON.stringify(modules[2]?.name ?? ''),
        }
      : {},
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      // The server embeds every file; small ones as separate requests would only cost round trips.
      assetsInlineLimit: 2048,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
});
