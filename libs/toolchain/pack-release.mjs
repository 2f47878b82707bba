// `node libs/toolchain/pack-release.mjs FILE [ROOT]` packs what our own packages of a built checkout [this one] ship, without what comes from
// npm, into one file: JSON of paths and texts, compressed. The tests start it as the server of the release before.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { ship } from './ship.mjs';
import { ROOT } from './workspace.mjs';

/** Returns the files of our own packages in a built checkout, each text by its path. */
export function ownFilesOf(root = ROOT) {
  const folder = mkdtempSync(path.join(tmpdir(), 'worktrack-release-'));
  try {
    ship(folder, root);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      // The pages for browsers are not started here: the server does without them.
      .filter((file) => /^(?:apps|packages|libs)\//.test(file) && !/^apps\/(web|reference)\//.test(file));
    return Object.fromEntries(files.sort().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compresses files as small as possible. */
export const pack = (files) => {
  const text = Buffer.from(JSON.stringify(files));
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  return brotliCompressSync(text, { params });
};

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, root] = process.argv.slice(2);
  if (file === undefined) {
    process.stderr.write('usage: node libs/toolchain/pack-release.mjs FILE [ROOT]\n');
    process.exit(2);
  }
  const files = ownFilesOf(root && path.resolve(root));
  const packed = pack(files);
  writeFileSync(file, packed);
  process.stdout.write(`${Object.keys(files).length} files, ${packed.length} bytes\n`);
}
