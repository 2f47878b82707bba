type Kind = 'text' | 'number' | 'boolean' | 'instant' | 'list' | 'object' | 'function';

/** The values that an argument can have: a kind, with `?` also `null`, or one of these words. */
type Expected = Kind | `${Kind}?` | readonly string[];

/**
 * Throws `TypeError` when a member of `given` is missing or of another kind. A program without types can make that mistake; its users cannot.
 * @param call the call, for the message
 * @param given an object that the call takes, or its arguments by their names
 */
export function assertKinds<Given extends object>(
  call: string,
  given: Given,
  expected: { readonly [Name in keyof Given]?: Expected },
): void {
  const object: unknown = given;
  if (typeof object !== 'object' || object === null) {
    throw new TypeError(`${call} takes an object with ${Object.keys(expected).join(', ')}, not ${inWords(object)}.`);
  }
  for (const [name, one] of Object.entries<Expected | undefined>(expected)) {
    const value: unknown = Reflect.get(object, name);
    if (one === undefined || isExpected(one, value)) continue;
    throw new TypeError(`${call}: ${name} must be ${expectedInWords(one)}, not ${inWords(value)}.`);
  }
}

function isExpected(expected: Expected, value: unknown): boolean {
  if (typeof expected !== 'string') return typeof value === 'string' && expected.includes(value);
  if (value === null) return expected.endsWith('?');
  switch (expected.replace('?', '')) {
    case 'text':
      return typeof value === 'string';
    case 'instant':
      return isInstant(value);
    case 'list':
      return Array.isArray(value);
    default:
      return typeof value === expected.replace('?', '');
  }
}

/** True for a Date with a time. A Date of another realm, such as a frame of a page, is not an instance of this one's class. */
export function isInstant(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Date]' && !Number.isNaN(Number(value));
}

function expectedInWords(expected: Expected): string {
  if (typeof expected !== 'string') return `one of ${expected.join(', ')}`;
  return expected.endsWith('?') ? `${WORDS[expected.replace('?', '')]} or null` : String(WORDS[expected]);
}

const WORDS: Readonly<Record<string, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  instant: 'a valid Date',
  list: 'a list',
  object: 'an object',
  function: 'a function',
};

function inWords(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 50));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (Object.prototype.toString.call(value) === '[object Date]') return isInstant(value) ? 'a Date' : 'an invalid Date';
  return typeof value === 'function' ? 'a function' : 'an object';
}
