import type { IncomingMessage } from 'node:http';
import { refusal, type Refusal } from '@worktrack/application';
import type { BodyBudget } from './body-budget.js';
import type { RequestContext } from './context.js';
import { pacer } from './pacer.js';

/** JSON bodies are at most 1 MiB, counted on the stream. */
export const MOST_BODY_BYTES = 1_048_576;

/** The first buffer for a body of unknown length. It doubles whenever it is full. */
const FIRST_BYTES = 16_384;

/**
 * Reads a body of at most 1 MiB once there is room for it, which its request holds until it is answered. Throws
 * `PAYLOAD_TOO_LARGE`, `Overloaded`.
 */
export async function readRequestBody(
  payload: IncomingMessage,
  context: Pick<RequestContext, 'principal' | 'releaseRoom'>,
  budget: BodyBudget,
): Promise<Buffer> {
  const length = declaredLength(payload);
  if (length !== undefined && length > MOST_BODY_BYTES) throw tooLarge();
  // A body of unknown length takes the room of the largest: to wait half-way would hold memory meanwhile.
  const release = await budget.take(context.principal?.token.id ?? '', length ?? MOST_BODY_BYTES);
  context.releaseRoom = release;
  try {
    return await collected(payload, length ?? FIRST_BYTES);
  } catch (error) {
    release();
    throw error;
  }
}

/** `undefined` for a body in chunks. */
function declaredLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

function tooLarge(): Refusal {
  return refusal('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.');
}

/**
 * Copies the pieces as they come, however small they are: a list of them would hold each with its own overhead, and with it the
 * part of the connection's buffer that it was cut from. The stream is left open at a refusal: the answer goes out on the same
 * connection.
 */
function collected(payload: IncomingMessage, expected: number): Promise<Buffer> {
  let bytes: Buffer = Buffer.allocUnsafe(Math.min(expected, FIRST_BYTES));
  let length = 0;
  const pace = pacer(payload);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      payload.off('data', add).off('end', end).off('error', fail).off('close', cutOff);
    };
    const add = (piece: Buffer): void => {
      if (length + piece.length > MOST_BODY_BYTES) {
        stop();
        reject(tooLarge());
        return;
      }
      if (length + piece.length > bytes.length) bytes = grown(bytes, length, length + piece.length);
      piece.copy(bytes, length);
      length += piece.length;
      pace();
    };
    const end = (): void => {
      stop();
      resolve(bytes.subarray(0, length));
    };
    const fail = (error: Error): void => {
      stop();
      reject(Object.assign(error, { statusCode: 400 }));
    };
    const cutOff = (): void => {
      fail(new Error('The body ended too early.'));
    };
    payload.on('data', add).on('end', end).on('error', fail).on('close', cutOff);
    if (payload.destroyed) cutOff();
  });
}

function grown(bytes: Buffer, length: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(Math.max(2 * bytes.length, needed), MOST_BODY_BYTES));
  bytes.copy(larger, 0, 0, length);
  return larger;
}
