// Unpacks tar archives of files and folders: Node has no reader, and a test must run on a machine without `tar`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const BLOCK = 512;
const FILE = ['0', '\0'];
const FOLDER = '5';

/** Writes the files of an archive below `folder`. Throws on an entry that is neither file nor folder, or lies outside of it. */
export function unpackTar(archive, folder) {
  for (let at = 0; at + BLOCK <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK);
    const name = textIn(header, 0, 100);
    if (name === '') return;
    const size = Number.parseInt(textIn(header, 124, 136), 8);
    const type = header.toString('latin1', 156, 157);
    const file = path.join(folder, name);
    if (path.relative(folder, file).startsWith('..'))
      throw new Error(`The archive has an entry outside of it: ${name}`);
    if (type === FOLDER) {
      mkdirSync(file, { recursive: true });
    } else if (FILE.includes(type)) {
      const start = at + BLOCK;
      if (!(start + size <= archive.length)) throw new Error(`The archive ends within ${name}.`);
      mkdirSync(path.dirname(file), { recursive: true });
      const mode = Number.parseInt(textIn(header, 100, 108), 8);
      writeFileSync(file, archive.subarray(start, start + size), { mode });
    } else {
      throw new Error(`The archive has an entry that is neither file nor folder: ${name}`);
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Returns a text field of a header: it ends at its first NUL. */
const textIn = (header, from, to) => header.toString('utf8', from, to).replace(/\0.*$/s, '');
