import { ProviderUnavailable } from '@worktrack/application';

/** The most bytes of an response of a provider, as it is without compression. */
export const MOST_BYTES = 262_144;

/** The names of the loopback interface: no network lies between. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** True for an address that nobody on a network can read or change the response of. */
export function isSecure(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/** A request as the libraries describe it. */
interface RequestOptions {
  readonly method: string;
  readonly headers: NonNullable<RequestInit['headers']>;
  readonly body?: RequestInit['body'] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request to a provider and returns its whole response. Follows no redirect. Throws `ProviderUnavailable` when the address is not
 * secure, when the provider does not respond, is overloaded or too slow, and when the response is too long.
 */
export async function boundedFetch(
  address: string,
  { method, headers: sent, body: content = null, signal }: RequestOptions,
): Promise<Response> {
  if (!isSecure(address)) throw new ProviderUnavailable('An address of the provider is neither https nor loopback.');
  try {
    const response = await fetch(address, {
      method,
      headers: sent,
      body: content,
      redirect: 'manual',
      ...(signal && { signal }),
    });
    const { status, headers } = response;
    const body = await wholeBodyOf(response);
    if (status >= 500 || status === 429) throw new ProviderUnavailable(`The provider answers with ${status}.`);
    return new Response(body.length === 0 ? null : body, { status, headers });
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    throw new ProviderUnavailable(`The provider does not answer: ${reasonOf(error)}.`);
  }
}

/** Reads a body piece by piece, so that one without an end is cut. */
async function wholeBodyOf({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  if (!body) return Buffer.alloc(0);
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > MOST_BYTES) throw new ProviderUnavailable(`The answer has more than ${MOST_BYTES} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
