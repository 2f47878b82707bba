import { gzipSync } from 'node:zlib';
import { ReferencePage } from '../src/openapi/reference-page.js';

const SCRIPT = Buffer.from('document.title = "Worktrack API";'.repeat(20));

/** A reference with a script, a style and a guide. */
export const aReference = (): ReferencePage =>
  new ReferencePage(
    `<!doctype html><html lang="en"><link rel="stylesheet" href="/api/docs/page-3c4d.css">
     <script src="/api/docs/page-1a2b.js"></script></html>`,
    new Map([
      ['page-1a2b.js', { type: 'text/javascript; charset=utf-8', bytes: SCRIPT, gzip: gzipSync(SCRIPT) }],
      ['page-3c4d.css', { type: 'text/css; charset=utf-8', bytes: Buffer.from('body { margin: 0 }') }],
      ['squeakql.md', { type: 'text/plain; charset=utf-8', bytes: Buffer.from('# SqueakQL') }],
    ]),
  );
