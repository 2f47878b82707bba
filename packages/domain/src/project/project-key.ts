import type { Brand } from '../shared/brand.js';

/** A Project's public identifier, for example `WEB`: a letter, then up to nine letters or digits. It never changes. */
export type ProjectKey = Brand<string, 'ProjectKey'>;

const SHAPE = /^[A-Za-z][A-Za-z0-9]{0,9}$/;
const LONGEST_STEM = 4;

export const ProjectKey = {
  /**
   * Parses a key in any ASCII case and returns upper case, the stored form. Returns `undefined` when the text is not a key.
   */
  parse(text: string): ProjectKey | undefined {
    // Test the shape before upper-casing: 'ſ'.toUpperCase() is 'S', and that must not match a key.
    return SHAPE.test(text) ? (text.toUpperCase() as ProjectKey) : undefined;
  },

  /**
   * Derives the stem of a key from a name: the first letter of each word, or the first letters of a single word, at most four; `PRJ`
   * without any word. A word is a run of ASCII letters and digits that contains a letter.
   */
  stem(name: string): ProjectKey {
    const words = name
      .split(/[^A-Za-z0-9]+/)
      .map(lettersOf)
      .filter(Boolean);
    const letters = words.length === 1 ? words.join('') : words.map((word) => word.charAt(0)).join('');
    return (letters.slice(0, LONGEST_STEM).toUpperCase() || 'PRJ') as ProjectKey;
  },

  /** Returns the stem when it is free, else the stem with the first free number from 2: a derived key never conflicts. */
  firstFree(stem: ProjectKey, taken: ReadonlySet<string>): ProjectKey {
    let key: string = stem;
    for (let number = 2; taken.has(key); number += 1) key = `${stem}${number}`;
    return key as ProjectKey;
  },
};

function lettersOf(run: string): string {
  return run.replace(/[0-9]/g, '');
}
