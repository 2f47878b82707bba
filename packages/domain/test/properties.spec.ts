import fc from 'fast-check';
import { ProjectKey, WorkItemKey, compareKeys, fold, lengthOf, trim } from '../src/index.js';

/** The seed is part of the title of every run; `SEED=<number>` repeats one. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Any code point. The unit `binary` of fast-check makes a table of all of them first, in each suite: that takes more than a second. */
const codePoint = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

/** Generates texts of any code units, with unpaired surrogates and blanks more often than by chance. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: codePoint }),
      fc.string(),
      fc.constantFrom(' ', '\u0085', '\u3000', '\uFEFF', '\ud83d', '\ude00', 'İ', 'Σ', 'ß', 'e\u0301', '\u0307'),
    ),
  )
  .map((parts) => parts.join(''));
const projectKey = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,9}$/);
const number = fc.integer({ min: 1, max: 9_999_999_999 });
const keyParts = fc.record({ projectKey: projectKey.map((text) => ProjectKey.parse(text)!), number });

const holds = <Values extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  predicate: (...values: Values) => void,
) => {
  fc.assert(fc.property<Values>(...arbitraries, predicate), { seed });
};

describe(`For any text (SEED=${seed})`, () => {
  it('trimming leaves a part of it that neither begins nor ends white, and repeating it changes nothing', () => {
    holds([anyText], (text) => {
      const trimmed = trim(text);
      expect(text).toContain(trimmed);
      expect(trimmed).not.toMatch(/^\p{White_Space}|\p{White_Space}$/u);
      expect(trim(trimmed)).toBe(trimmed);
    });
  });

  it('trimming takes white space only, and all that is put around it', () => {
    holds([anyText, anyText], (text, around) => {
      const white = around.replace(/\P{White_Space}/gu, '');
      expect(trim(`${white}${text}${white}`)).toBe(trim(text));
      const left = trim(text);
      // Nothing is left of a text in which nothing can be seen.
      const removed = left === '' ? '' : text.replace(left, '');
      expect(removed).toMatch(/^\p{White_Space}*$/u);
    });
  });

  it('the length is what iterating over it counts', () => {
    holds([anyText], (text) => {
      expect(lengthOf(text)).toBe(Array.from(text).length);
    });
  });

  it('folding is done once for all, and knows nothing of capitals and composition', () => {
    holds([anyText], (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      expect(fold(text.normalize('NFD'))).toBe(fold(text));
      expect(fold(text.toLowerCase())).toBe(fold(text));
      expect(fold(text)).not.toMatch(/\p{Lu}(?<=\p{Changes_When_Lowercased})/u);
    });
  });
});

describe(`For any key (SEED=${seed})`, () => {
  it('its case does not matter, and its stored form is found again', () => {
    holds([projectKey, number], (project, count) => {
      const parts = WorkItemKey.parse(`${project}-${count}`)!;
      expect(parts).toEqual({ projectKey: project.toUpperCase(), number: count });
      expect(WorkItemKey.parse(WorkItemKey.of(parts.projectKey, parts.number))).toEqual(parts);
      expect(ProjectKey.parse(project.toLowerCase())).toBe(ProjectKey.parse(project));
    });
  });

  it('text that is no key in ASCII is no key in any other alphabet', () => {
    holds([anyText], (text) => {
      expect(ProjectKey.parse(text) === undefined).toBe(!/^[A-Za-z][A-Za-z0-9]{0,9}$/.test(text));
      expect(WorkItemKey.parse(text) === undefined).toBe(!/^[A-Za-z][A-Za-z0-9]{0,9}-[1-9][0-9]{0,9}$/.test(text));
    });
  });

  it('the order is total: same by key only, opposite from the other side, and it hands on', () => {
    holds([keyParts, keyParts, keyParts], (a, b, c) => {
      const same = a.projectKey === b.projectKey && a.number === b.number;
      expect(compareKeys(a, b) === 0).toBe(same);
      expect(Math.sign(compareKeys(a, b)) + Math.sign(compareKeys(b, a))).toBe(0);
      const [first, second, third] = [a, b, c].sort(compareKeys);
      expect(compareKeys(first!, second!)).toBeLessThanOrEqual(0);
      expect(compareKeys(second!, third!)).toBeLessThanOrEqual(0);
      expect(compareKeys(first!, third!)).toBeLessThanOrEqual(0);
    });
  });

  it('that is derived from any name is a key, and never a taken one', () => {
    holds([anyText, fc.integer({ min: 0, max: 30 })], (name, count) => {
      const stem = ProjectKey.stem(name);
      expect(stem).toMatch(/^[A-Z]{1,4}$/);
      const taken = new Set<string>();
      for (let made = 0; made <= count; made += 1) {
        const key = ProjectKey.firstFree(stem, taken);
        expect(key).toBe(made === 0 ? stem : `${stem}${made + 1}`);
        expect(ProjectKey.parse(key)).toBe(key);
        taken.add(key);
      }
    });
  });
});
