import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer } from '../kit/client.js';

/** The most elements of a list in an example. A longer one is shortened to its first two. */
const MOST_ELEMENTS = 5;

const SOURCES = path.resolve(__dirname, '../../../../packages/adapter-http/src');
const ENDING = '.examples.json';
/** The ids of an answer, which differ from run to run: uuids and public user ids. */
const IDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|usr_[\w-]{22}/g;

/** A request as it was sent, and its response. `variant` is the report that it asked for. */
export interface Exchange {
  readonly path: object;
  readonly request: unknown;
  readonly answer: Answer;
  readonly variant?: string;
}

/** Writes the paths, requests and responses into the examples next to the controllers. The same ids get the same replacements in all of them. */
export function recordExamples(exchanges: ReadonlyMap<string, readonly Exchange[]>, baseUrl: string): void {
  const ids = new Map<string, string>();
  const stable = (value: unknown): any => {
    const text = JSON.stringify(value).replaceAll(baseUrl, 'https://track.example.org');
    return JSON.parse(text.replaceAll(IDS, (id) => replacementOf(id, ids)));
  };
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith(ENDING),
  )) {
    const place = path.join(SOURCES, file);
    const recorded = Object.entries<any>(JSON.parse(readFileSync(place, 'utf8'))).map(([id, example]) => {
      const [first, ...others] = exchanges.get(id) ?? [];
      return [id, first === undefined ? example : exampleOf(example, [first, ...others], stable)];
    });
    writeFileSync(place, `${JSON.stringify(Object.fromEntries(recorded), null, 2)}\n`);
  }
}

function exampleOf(
  example: any,
  exchanges: readonly [Exchange, ...Exchange[]],
  stable: (value: unknown) => any,
): object {
  const [{ path: places, request, answer, variant }] = exchanges;
  const isRecorded = typeof answer.body === 'object' && example.response?.openapi === undefined;
  return {
    ...example,
    ...(Object.keys(places).length > 0 && { path: stable(places) }),
    ...(request !== undefined && { request: stable(request) }),
    ...(isRecorded && variant === undefined && { response: stable(shortened(answer.body)) }),
    ...(variant !== undefined && {
      responses: Object.fromEntries(exchanges.map((one) => [one.variant, stable(shortened(one.answer.body))])),
    }),
  };
}

/** Shortens lists of objects and ids; a list of words is whole. */
function shortened(value: any): any {
  if (Array.isArray(value)) {
    const isWords = value.every((one) => typeof one === 'string' && one.length < 36);
    return (isWords || value.length <= MOST_ELEMENTS ? value : value.slice(0, 2)).map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

/** Returns an id of the same kind, made from the number of the ids before it. */
function replacementOf(id: string, known: Map<string, string>): string {
  const found = known.get(id);
  if (found !== undefined) return found;
  const hash = createHash('sha256').update(`example ${known.size}`).digest();
  const hex = hash.toString('hex');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  const replacement = id.startsWith('usr_') ? `usr_${hash.subarray(0, 16).toString('base64url')}` : uuid;
  known.set(id, replacement);
  return replacement;
}
