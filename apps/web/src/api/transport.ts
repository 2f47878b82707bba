import { signal } from '@preact/signals';
import { Refusal } from './refusal.js';

/** True from an answer 401 until the user has signed in again. */
export const sessionLost = signal(false);

/** True after a request that did not reach the server, until one does. */
export const isUnreachable = signal(false);

/** Sends a request of the application, and notices the end of the session. */
export async function transport(request: Request): Promise<Response> {
  const response = await fetch(request).catch((error: unknown) => {
    if (!request.signal.aborted) isUnreachable.value = true;
    throw error;
  });
  isUnreachable.value = [502, 503, 504].includes(response.status);
  if (response.status === 401 && !isAboutCredentials(request)) sessionLost.value = true;
  return response;
}

/** 401 is an answer to the credentials there, not the end of a session. */
function isAboutCredentials({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  return method === 'POST' ? /\/api\/session(\/link)?$/.test(pathname) : pathname === '/api/me/password';
}

interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Calls a route of the application that `openapi.json` does not have. Throws `Refusal`; without a connection a `TypeError`. */
export async function send<T>(
  method: string,
  path: string,
  { body, headers = {}, signal }: SendOptions = {},
): Promise<T> {
  const response = await transport(
    new Request(new URL(path, location.origin), {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }),
  );
  const answer = await jsonOf(response);
  if (!response.ok) throw Refusal.of(response, answer);
  return answer as T;
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!/^application\/json\b/.test(response.headers.get('content-type') ?? '')) return undefined;
  return response.json();
}
