import { isUtf8 } from 'node:buffer';
import { refuseFields } from '../reply/errors.js';
import { shownName } from './shown-name.js';

const DEEPEST = 16;
const MOST_STRUCTURE = 5_000;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A JSON object, its member names unique at every depth. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a request body: UTF-8, one JSON object, no member name twice, at most 16 deep and 5,000 structural characters. The scan
 * comes before `JSON.parse` and stops at the first excess, so that no body can hold the event loop.
 */
export function parseJsonObject(bytes: Buffer): JsonObject {
  if (!isUtf8(bytes)) refuseFields({ body: ['must be UTF-8'] });
  scan(bytes);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    refuseFields({ body: ['must be JSON'] });
  }
  if (!isPlainObject(value)) refuseFields({ body: ['must be a JSON object'] });
  return value;
}

/** True for a JSON object, false for any other JSON value. */
export function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An open object with the names seen so far and the latest of them, or an open array with the index of its element. */
interface Level {
  readonly names: Set<string> | undefined;
  at: string | number;
}

function scan(bytes: Buffer): void {
  const levels: Level[] = [];
  let structure = 0;
  let nameIsNext = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (nameIsNext) addName(levels, bytes.toString('utf8', at, end + 1));
      nameIsNext = false;
      at = end;
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      levels.push(byte === OPEN_BRACE ? { names: new Set(), at: '' } : { names: undefined, at: 0 });
      nameIsNext = byte === OPEN_BRACE;
      if (levels.length > DEEPEST) refuseFields({ body: [`must not be nested more than ${DEEPEST} deep`] });
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      levels.pop();
    } else if (byte === COMMA) {
      const level = levels.at(-1);
      nameIsNext = level?.names !== undefined;
      if (level && typeof level.at === 'number') level.at += 1;
    } else if (byte !== COLON) {
      continue;
    }
    structure += 1;
    if (structure > MOST_STRUCTURE) refuseFields({ body: ['has too many members and elements'] });
  }
}

/** The position of the closing quote, or the end of the bytes, which `JSON.parse` refuses then. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}

function addName(levels: readonly Level[], literal: string): void {
  const level = levels.at(-1);
  if (!level?.names) return;
  const name = literal.includes('\\') ? unescaped(literal) : literal.slice(1, -1);
  level.at = name;
  if (level.names.has(name)) {
    const path = levels.map(({ at }) => shownName(String(at))).join('.');
    refuseFields({ [path]: ['must not be given twice'] });
  }
  level.names.add(name);
}

function unescaped(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return refuseFields({ body: ['must be JSON'] });
  }
}
