import { isObject } from './wrong-use.js';

/** An element of a drawing as plain data. A browser mounts it as it is; `toSvg` writes it as text. */
export interface Mark {
  readonly tag: 'svg' | 'g' | 'defs' | 'pattern' | 'path' | 'line' | 'rect' | 'circle' | 'text' | 'title';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children?: readonly (Mark | string)[];
}

/** Creates a mark. */
export function mark(tag: Mark['tag'], attributes: Mark['attributes'], ...children: (Mark | string)[]): Mark {
  return children.length === 0 ? { tag, attributes } : { tag, attributes, children };
}

/** Numbers from here on are written with an exponent, which older readers of SVG do not take. */
const TOO_LARGE = 1e21;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Characters that XML 1.0 allows nowhere, not even as references (production 2, `Char`). Lone surrogates are among them. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Writes a number with at most two decimals, never with an exponent or as `-0`.
 * Throws `RangeError` for a number that is not finite, or of 10^21 and more.
 */
export function written(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= TOO_LARGE) {
    throw new RangeError(`A drawing cannot contain the number ${value}.`);
  }
  // The sum turns -0 into 0.
  return String(Math.round(value * 100) / 100 + 0);
}

const attribute = ([name, value]: [string, string | number]) =>
  ` ${name}="${typeof value === 'number' ? written(value) : escaped(value)}"`;

/** By code unit: the text does not depend on the order in which the attributes were set, or on a locale. */
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * Writes a mark as SVG text: equal marks give equal bytes. All text is escaped; a character that XML forbids becomes U+FFFD.
 * Throws `RangeError` for a number that cannot be written (see `written`).
 */
export function toSvg(drawn: Mark): string {
  if (!isObject(drawn) || typeof drawn.tag !== 'string' || !isObject(drawn.attributes)) {
    throw new TypeError('toSvg takes the mark of a drawing: an object with tag and attributes.');
  }
  const { tag, attributes, children = [] } = drawn;
  const start = tag + Object.entries(attributes).sort(byName).map(attribute).join('');
  if (children.length === 0) return `<${start}/>`;
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : toSvg(child)));
  return `<${start}>${content.join('')}</${tag}>`;
}
