import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './workspace.mjs';

const BUILT = new Set(['node_modules', 'dist', 'esm', '.turbo']);
const SOURCE = /\.[cm]?[jt]sx?$/;
/** `openapi-typescript` makes this file of the texts of `openapi.json`. */
const GENERATED = 'apps/web/src/api/contract.d.ts';

/** First words that name nothing: a tool shows the comment without the code around it. */
const HEADLESS = /\/\*\*[\s*]+(What|Which|Whose|Whether|The same)\b/g;

/** Lists the sources in a folder. */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return BUILT.has(entry.name) ? [] : sourcesIn(place);
    return SOURCE.test(entry.name) ? [place] : [];
  });
}

/** Lists the doc comments of a tree that begin with one of these words, as `file:line word`. */
function headlessIn(root) {
  return ['apps', 'libs', 'packages'].flatMap((group) =>
    sourcesIn(path.join(root, group)).flatMap((file) => {
      const name = path.relative(root, file);
      if (name === GENERATED) return [];
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(HEADLESS)].map(
        ({ index, 1: word }) => `${name}:${text.slice(0, index).split('\n').length} ${word}`,
      );
    }),
  );
}

describe('A doc comment', () => {
  it('begins with a verb or with a noun that names the thing', () => {
    expect(headlessIn(ROOT)).toEqual([]);
  });

  it('that begins with another word is found, in one line or in several', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'doc-comments-'));
    try {
      for (const group of ['apps', 'libs', 'packages/one']) mkdirSync(path.join(root, group), { recursive: true });
      const words = ['What', 'Which', 'Whose', 'Whether', 'The same'];
      const comments = words.map((word, at) => (at % 2 ? `/**\n * ${word} it is.\n */` : `/** ${word} it is. */`));
      const others = ['/** Whatever it is. */', '// What it is.'];
      writeFileSync(path.join(root, 'packages/one/planted.ts'), [...comments, ...others].join('\n'));
      expect(headlessIn(root)).toEqual(
        ['1 What', '2 Which', '5 Whose', '6 Whether', '9 The same'].map((found) => `packages/one/planted.ts:${found}`),
      );
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
