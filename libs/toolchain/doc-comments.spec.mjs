import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './workspace.mjs';

const BUILT = new Set(['node_modules', 'dist', 'esm', '.turbo']);
const SOURCE = /\.[cm]?[jt]sx?$/;
/** `openapi-typescript` makes these files of the texts of OpenAPI documents. */
const GENERATED = new Set(['application', 'contract', 'extensions'].map((name) => `apps/web/src/api/${name}.d.ts`));

/** First words that name nothing: a tool shows the comment without the code around it. */
const HEADLESS = /\/\*\*[\s*]+(What|Which|Whose|Whether|The same)\b/g;

/** The folders whose comments are free of the words below. */
const PLAIN = [
  ...['apps/reference', 'apps/server', 'apps/web'],
  'packages/adapter-postgres',
  ...['packages/charts', 'libs/embedded-postgres', 'libs/keyset', 'libs/squeakql', 'libs/statement-rules'],
  ...[
    'packages/adapter-blobs',
    'packages/adapter-http',
    'packages/adapter-mail',
    'packages/adapter-webhooks',
    'packages/adapter-oidc',
    'packages/application',
    'packages/demo',
    'packages/domain',
  ],
];
const TEST = /\.(spec|e2e)\.|\/test\//;

/** Words that say little or several things, each with the term to use. */
const PLAIN_TERMS = [
  [/\b(un)?answer\w*/i, 'response, result; responds, returns'],
  [/\bmay\b(?! \d)/i, 'can, is allowed to, might'],
  [/\bat\s+once\b/i, 'concurrently, immediately, together'],
  [/\bbehind\b(?!\s+(a|the)\s+(\w+\s+)?(proxy|pooler))/i, 'after'],
  [/\bbeside\b/i, 'next to, in addition to'],
  [/\blook-ups?\b/i, 'lookup'],
  [/(?<!\bthere\s+)\b(is|are|was|were)\s+no\b(?!\s+(longer|more|less|fewer)\b)/i, 'is not a'],
  [/\bpatien(t|tly|ce)\b/i, 'timeout'],
  [/\b(il)?legal(ly)?\b/i, 'valid, allowed; invalid'],
  [/\bexchanges?\b/i, 'batch, round trip'],
  [/\b(lend|lends|lending|lent|borrow\w*)\b/i, 'acquire, release'],
  [/\b(quarters|doorway|furnish\w*)\b/i, 'data directory, socket, initialize'],
  [/\b(gates?|permits?)\b/i, 'semaphore, slot; allows'],
  [/\b((un)?sound|doubtful)\b/i, 'valid, unvalidated'],
  [/\bholdings\b/i, 'grants, resources'],
  [/(?<!\b(the|whole)\s+)\brest\b|\bcrowd\w*/, 'pause, queue'],
  [/\bfarewell\b/i, 'shutdown'],
  [/\banew\b/i, 'again'],
  [/\bhear(s|d|ing)?\b/i, 'receives, responds'],
];

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
      if (GENERATED.has(name)) return [];
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(HEADLESS)].map(
        ({ index, 1: word }) => `${name}:${text.slice(0, index).split('\n').length} ${word}`,
      );
    }),
  );
}

/** A comment stands after a blank or a bracket, and begins with a blank: addresses and patterns of files in texts are not comments. */
const COMMENT = /(?<![^\s{(])(\/\/ .*|\/\*\*?\s[^]*?\*\/)/g;

/** Lists the words in the comments of these folders that have a plainer term, as `file:line word: term`. */
function unplainIn(root, folders) {
  return folders.flatMap((folder) =>
    sourcesIn(path.join(root, folder)).flatMap((file) => {
      const name = path.relative(root, file);
      if (GENERATED.has(name) || TEST.test(name)) return [];
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(COMMENT)].flatMap(({ index, 0: comment }) => {
        // The words of a sentence can be on two lines.
        const words = comment.replace(/\n *\*/g, (begin) => begin.replace('*', ' '));
        return PLAIN_TERMS.flatMap(([word, term]) => {
          const found = word.exec(words);
          if (!found) return [];
          const line = text.slice(0, index + found.index).split('\n').length;
          return [`${name}:${line} ${found[0].replace(/\s+/g, ' ')}: ${term}`];
        });
      });
    }),
  );
}

describe('A comment', () => {
  it('says what it says in plain words', () => {
    expect(unplainIn(ROOT, PLAIN)).toEqual([]);
  });

  it('that uses another word is found, with the term to use; texts and names are not comments', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'plain-words-'));
    try {
      mkdirSync(path.join(root, 'one'));
      const planted = [
        "const answer = 'https://may.test/a/*.ts may'; // It answers.",
        '/**\n * Two run at\n * once. There is no third, and no answer is no answer.\n */',
        '// May 2026, behind a trusted proxy, for the rest of the day, it is no longer sent.',
      ];
      writeFileSync(path.join(root, 'one/planted.ts'), planted.join('\n'));
      writeFileSync(path.join(root, 'one/planted.spec.ts'), '// It answers.');
      writeFileSync(path.join(root, 'one/planted.tsx'), 'export const Part = () => <p>{/* You may. */}May.</p>;');
      expect(unplainIn(root, ['one'])).toEqual([
        'one/planted.ts:1 answers: response, result; responds, returns',
        'one/planted.ts:4 answer: response, result; responds, returns',
        'one/planted.ts:3 at once: concurrently, immediately, together',
        'one/planted.ts:4 is no: is not a',
        'one/planted.tsx:1 may: can, is allowed to, might',
      ]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

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
