import { IDEMPOTENCY_KEY_PATTERN } from '../checks/conditions.js';
import { ifMatchPattern } from '../reply/etag.js';
import { deprecationHeaders } from '../reply/deprecation.js';
import type { OperationPolicy } from '../run/policy.js';
import { parameterText } from './parameter-texts.js';

type Json = Record<string, unknown>;

const header = (description: string, schema: Json): Json => ({ description, schema });

/** The headers of contract §8, each described once. */
export const HEADERS = {
  'X-Request-Id': header('A new id for each request.', { type: 'string', format: 'uuid' }),
  'Cache-Control': header('Never to be stored.', { type: 'string', const: 'no-store' }),
  'RateLimit-Limit': header('Requests in a window.', { type: 'integer', minimum: 0 }),
  'RateLimit-Remaining': header('Requests left in this window.', { type: 'integer', minimum: 0 }),
  'RateLimit-Reset': header('Whole seconds until the window ends.', { type: 'integer', minimum: 0 }),
  'Retry-After': header('Whole seconds to wait.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': header('The scheme of authentication.', { type: 'string', const: 'Bearer' }),
  'Idempotency-Replayed': header('Present on a replay only.', { type: 'string', const: 'true' }),
  Location: header('The address of the new resource.', { type: 'string', format: 'uri' }),
  'Content-Length': header('The exact number of bytes.', { type: 'integer', minimum: 0 }),
  'Content-Disposition': header('Always a download, with its name.', {
    type: 'string',
    pattern: '^attachment; filename="',
  }),
  'Accept-Ranges': header('A file is sent whole, whatever range is asked for.', { type: 'string', const: 'none' }),
  'X-Content-Type-Options': header('Never another type than the stated one.', { type: 'string', const: 'nosniff' }),
  'Cross-Origin-Resource-Policy': header('No page of another origin can embed it.', {
    type: 'string',
    const: 'same-origin',
  }),
  'Content-Security-Policy': header('Never with rights of this origin.', { type: 'string', const: 'sandbox' }),
  ETag: header('The revision that the body shows, as a strong entity tag.', { type: 'string' }),
} as const;

/** `Cache-Control` of an avatar (contract §8). */
export const PRIVATE = 'private, no-store';

/** `Cache-Control` of a stream: a proxy that compresses it would hold it back. */
export const UNCHANGED = 'no-store, no-transform';

/** Refers to shared headers. */
export const refs = (...names: readonly (keyof typeof HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const COMMON_HEADERS = refs('X-Request-Id', 'Cache-Control');
export const AUTHENTICATED_HEADERS = refs('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');

export function successHeaders({ responses, idempotencyKey }: OperationPolicy): Json {
  return {
    ...(responses.tag && refs('ETag')),
    ...(responses.with === 'image' && {
      ...refs('Content-Length', 'X-Content-Type-Options'),
      'Cache-Control': header('For the caller alone, and never to be stored.', { type: 'string', const: PRIVATE }),
    }),
    ...(responses.with === 'events' && {
      'Cache-Control': header('Never to be stored or changed.', { type: 'string', const: UNCHANGED }),
    }),
    ...(responses.location && refs('Location')),
    ...(responses.with === 'bytes' &&
      refs(
        'Content-Length',
        'Content-Disposition',
        'Accept-Ranges',
        'X-Content-Type-Options',
        'Content-Security-Policy',
      )),
    ...(idempotencyKey && refs('Idempotency-Replayed')),
  };
}

/** Headers that every response of this operation has. Their values depend on the operation, so `HEADERS` does not describe them. */
export function everyResponseHeaders({ deprecation }: OperationPolicy): Json {
  return Object.fromEntries(
    Object.entries(deprecation ? deprecationHeaders(deprecation) : {}).map(([name, value]) => [
      name,
      header('This operation is going away.', { type: 'string', const: value }),
    ]),
  );
}

export function requestHeaders({ ifMatch, idempotencyKey }: OperationPolicy): Json[] {
  const parameter = (name: string, required: boolean, pattern: string, example: string) => ({
    name,
    in: 'header',
    description: parameterText(name),
    required,
    example,
    schema: { type: 'string', pattern },
  });
  const isKeyRequired = idempotencyKey === 'required';
  return [
    ...(ifMatch ? [parameter('If-Match', true, ifMatchPattern(ifMatch), `"${ifMatch}-3"`)] : []),
    ...(idempotencyKey
      ? [parameter('Idempotency-Key', isKeyRequired, IDEMPOTENCY_KEY_PATTERN, 'import-2026-11-27-17')]
      : []),
  ];
}
