import type { ProjectKey } from '../project/project-key.js';
import type { Brand } from '../shared/brand.js';

/**
 * The public key of a Work Item: `<PROJECT_KEY>-<number>`, for example `CORE-42`. Never reused, not even after deletion.
 */
export type WorkItemKey = Brand<string, 'WorkItemKey'>;

/** The two parts of a key; the number is from 1 to 9,999,999,999. */
export interface KeyParts {
  readonly projectKey: ProjectKey;
  readonly number: number;
}

const SHAPE = /^([A-Za-z][A-Za-z0-9]{0,9})-([1-9][0-9]{0,9})$/;
const LARGEST_NUMBER = 9_999_999_999;

export const WorkItemKey = {
  /** Builds a key. Throws `RangeError` for a number outside the range: that is a bug of the caller, not an error of its user. */
  of(projectKey: ProjectKey, number: number): WorkItemKey {
    if (!Number.isInteger(number) || number < 1 || number > LARGEST_NUMBER) {
      throw new RangeError(`A Work Item's number is an integer from 1 to ${LARGEST_NUMBER}, not ${number}.`);
    }
    return `${projectKey}-${number}` as WorkItemKey;
  },

  /** Parses a key in any ASCII case; the parts have their stored form. Returns `undefined` when the text is not a key. */
  parse(text: string): KeyParts | undefined {
    // Test the shape before upper-casing: 'ſ'.toUpperCase() is 'S', and that must not match a key.
    const [, project, number] = SHAPE.exec(text) ?? [];
    if (project === undefined || number === undefined) return undefined;
    return { projectKey: project.toUpperCase() as ProjectKey, number: Number(number) };
  },
};

/** Compares by project key in code unit order, then by number: WEB-9 before WEB-10, in every locale. */
export function compareKeys(a: KeyParts, b: KeyParts): number {
  if (a.projectKey !== b.projectKey) return a.projectKey < b.projectKey ? -1 : 1;
  return a.number - b.number;
}
