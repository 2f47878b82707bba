import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import prefresh from '@prefresh/vite';
import { defineConfig, minifySync, transformWithOxc } from 'vite';

const OUT = path.join(import.meta.dirname, 'dist');

/** The modules about Work Items that draw no screen: the machine of the domain, the changes, the choices of pickers, the cards. */
const WORK_ITEMS =
  /\/(?:packages\/domain\/.*|web\/src\/(?:work-item\/(?:[a-z-]+\.ts|value-choices\.tsx)|(?:board\/cards|search\/refused-query)\.ts))$/;

export default defineConfig(({ command }) => ({
  root: path.join(import.meta.dirname, 'src'),
  resolve: { conditions: ['@worktrack/source', 'module', 'browser', 'development|production'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // The oldest browsers (README, "Browsers"): `light-dark()`, nesting and popovers stay as they are written.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Each screen brings its styles with it: those of all screens together are twice what the first page needs.
    cssCodeSplit: true,
    reportCompressedSize: false,
    // Each chunk more is a request before a page is seen: one has all that the first page needs, another one what every screen with Work
    // Items needs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'] },
            { name: 'work-items', test: WORK_ITEMS },
          ],
        },
      },
    },
  },
  plugins: [
    orderedLayers(),
    preloadFont(),
    devBoot(),
    serviceWorker(),
    compressed(),
    ...(command === 'serve' ? [prefresh()] : []),
  ],
}));

/**
 * Begins every style sheet with the order of the layers: the order of the first one that loads holds, and which one that is depends on
 * how the build cuts the scripts.
 */
function orderedLayers() {
  return {
    name: 'ordered-layers',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css') ? { code: `@layer tokens, base, parts, shell, screens;\n${code}`, map: null } : undefined,
  };
}

/** Begins loading the font with the page: without it, it is found only when the styles have come. */
function preloadFont() {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        if (!font) throw new Error('The font is not in the build.');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Builds the service worker, which is one file without imports, and whose name stays the same. */
function serviceWorker() {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const file = path.join(import.meta.dirname, 'src/service-worker.ts');
      const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
      // It must not be a module: not every browser has service workers that are.
      const source = minifySync('service-worker.js', code.replace(/^export \{\s*\};?$/m, '')).code;
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/** Gives the page the boot data of a caller that is not signed in; the application then asks for the session. */
function devBoot() {
  return {
    name: 'dev-boot',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace('__BOOT__', JSON.stringify({ session: null, version: 'development' })),
  };
}

/** Writes each text of the folder of assets compressed next to it, once and as well as can be: the server only sends it. */
function compressed() {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle(error) {
      const folder = path.join(OUT, 'assets');
      // After some errors of the build there is no folder, and no error here: the build reports its own.
      if (error || !existsSync(folder)) return;
      const texts = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(folder, name);
          const bytes = readFileSync(file);
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
          writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}
