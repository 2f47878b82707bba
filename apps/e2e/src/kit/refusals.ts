import type { Answer } from './client.js';
import { STATUS_OF_APP_CODE, STATUS_OF_CODE, STATUS_OF_EXTENSION_CODE } from './words.js';

/** Expects exactly this refusal; `fields`, where given, are all the names in `fieldErrors`. */
export function expectRefusal(answer: Answer, code: string, ...fields: string[]): void {
  const status = STATUS_OF_CODE[code] ?? STATUS_OF_EXTENSION_CODE[code] ?? STATUS_OF_APP_CODE[code];
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code });
  if (fields.length > 0) expect(Object.keys(answer.body.error.fieldErrors).sort()).toEqual(fields.sort());
}

/** Expects two equal answers: same status, headers and bytes, except for values that differ between any two requests. */
export function expectIndistinguishable(one: Answer, other: Answer): void {
  expect(withoutRequest(one)).toEqual(withoutRequest(other));
}

/** Expects that the second answer replays the stored first one. */
export function expectReplay(again: Answer, first: Answer): void {
  expect(again.text).toBe(first.text);
  expect({ status: again.status, etag: again.headers.etag, replayed: again.headers['idempotency-replayed'] }).toEqual({
    status: first.status,
    etag: first.headers.etag,
    replayed: 'true',
  });
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
}

const OF_THE_REQUEST = /^(x-request-id|date|ratelimit-)/;

/** Returns the parts of an answer that do not depend on the single request, for comparisons. */
export function withoutRequest({ status, headers, text }: Answer): object {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_REQUEST.test(name))),
    text: text.replaceAll(String(headers['x-request-id']), '<request id>'),
  };
}
