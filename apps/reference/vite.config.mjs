import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import apiReference from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { defineConfig } from 'vite';
import { guideTextsOf, SOURCES } from './src/guides.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const OUT = path.join(import.meta.dirname, 'dist');

export default defineConfig({
  root: path.join(import.meta.dirname, 'src'),
  base: '/api/docs/',
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // All files are in one folder, from which alone the policy of the page admits scripts.
    assetsDir: '',
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [component(), guideTexts(), compressed()],
});

/** Adds the script of the component, which its package publishes as a route of Fastify, before that of the page. */
function component() {
  let reference;
  return {
    name: 'component',
    apply: 'build',
    async buildStart() {
      const server = fastify();
      await server.register(apiReference, { routePrefix: '/page', configuration: { url: '/openapi.json' } });
      const { body, statusCode } = await server.inject('/page/js/scalar.js');
      await server.close();
      if (statusCode !== 200) throw new Error(`The package of the component responds with ${statusCode}.`);
      const source = body.replace(/\n\/\/# sourceMappingURL=.*/, '');
      reference = this.emitFile({ type: 'asset', name: 'component.js', source });
    },
    transformIndexHtml() {
      return [{ tag: 'script', attrs: { src: `/api/docs/${this.getFileName(reference)}`, defer: true } }];
    },
  };
}

/** Writes the guides as text too, for readers without the page. */
function guideTexts() {
  return {
    name: 'guide-texts',
    apply: 'build',
    generateBundle() {
      const files = SOURCES.map(({ file }) => [file, readFileSync(path.join(ROOT, file), 'utf8')]);
      for (const [fileName, source] of guideTextsOf(Object.fromEntries(files))) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** Writes each script and style also compressed: the server only sends it. The best quality takes 20 seconds more, and saves a twentieth. */
function compressed() {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle(error) {
      if (error) return;
      const texts = readdirSync(OUT).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(OUT, name);
          const bytes = readFileSync(file);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
          writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
          writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}
