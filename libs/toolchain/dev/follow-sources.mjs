// Brings the server of `npm run dev` up to date with its sources. A saved file is compiled alone and the server restarts, which takes a
// second or two; then all types that it reaches are checked, which can take longer.
import { constants } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compile } from '../build.mjs';
import { compiledPackages } from '../workspace.mjs';
import { transpile } from './transpile.mjs';

/** Milliseconds without another saved file: an editor or git can write many at once. */
const PAUSE = 50;

const SOURCE = /(?<!\.spec|\.d)\.ts$/;

/** Follows the sources of all compiled packages, and restarts the server when one is saved. */
export function followSources(watcher, server) {
  const folders = compiledPackages().map((folder) => path.join(folder, 'src'));
  const saved = new Set();
  let check = new AbortController();
  let work = Promise.resolve();

  const update = async () => {
    await pause(PAUSE);
    if (saved.size === 0) return;
    const errors = [...saved].map(transpile).join('');
    if (errors !== '') {
      process.stderr.write(`${errors}The server goes on as it was.\n`);
      return;
    }
    saved.clear();
    check = new AbortController();
    await server.restart();
    if (check.signal.aborted) return;
    // At a low priority: a file that is saved meanwhile is more urgent.
    await compile({ cancelled: check.signal, priority: constants.priority.PRIORITY_LOW });
  };

  watcher.add(folders);
  watcher.on('all', (_event, file) => {
    if (!SOURCE.test(file) || !folders.some((folder) => file.startsWith(folder + path.sep))) return;
    saved.add(file);
    check.abort();
    work = work.then(update);
  });
  return {
    /** Resolves when nothing is compiled any more. */
    end: () => {
      saved.clear();
      check.abort();
      return work;
    },
  };
}
