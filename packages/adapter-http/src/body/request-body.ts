import type { IncomingMessage } from 'node:http';
import { refusal, type Refusal, type Release } from '@worktrack/application';
import { MOST_BODY_BYTES, SMALL_BODY_BYTES } from '../limits/bounds.js';
import type { Limits } from '../limits/limits.js';
import { ownerOf } from '../limits/owner.js';
import type { RequestContext } from '../run/context.js';
import { pacer } from './pacer.js';

/** The part of a request that its body is counted by. */
type BodyOwner = Pick<RequestContext, 'principal' | 'organization' | 'address' | 'work' | 'releaseBody'>;

/**
 * Reads a body once there is room for it, which its request holds until its response is made. A body has at most 1 MiB, that of a
 * visitor 16 KiB. Throws `PAYLOAD_TOO_LARGE`, `Overloaded`.
 */
export async function readRequestBody(payload: IncomingMessage, context: BodyOwner, limits: Limits): Promise<Buffer> {
  const most = context.principal ? MOST_BODY_BYTES : SMALL_BODY_BYTES;
  // A body of unknown length takes the room of the largest: to wait half-way would hold memory meanwhile.
  const length = declaredLength(payload) ?? most;
  if (length > most) throw tooLarge(most);
  const release = await roomFor(length, context, limits);
  context.releaseBody = release;
  try {
    return await collected(payload, length, most);
  } catch (error) {
    release();
    throw error;
  }
}

/** Small bodies are counted one by one, so that they never wait for large ones, which are counted by their bytes. */
function roomFor(length: number, context: BodyOwner, { smallBodies, largeBodies }: Limits): Promise<Release> {
  const owner = ownerOf(context);
  return length <= SMALL_BODY_BYTES
    ? smallBodies.take(owner, context.work)
    : largeBodies.take(owner, context.work, length);
}

/** `undefined` for a body in chunks. */
function declaredLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

function tooLarge(most: number): Refusal {
  return refusal('PAYLOAD_TOO_LARGE', `The body is larger than ${most === MOST_BODY_BYTES ? '1 MiB' : '16 KiB'}.`);
}

/**
 * Copies the pieces as they come, however small they are: a list of them would hold each with its own overhead, and with it the
 * part of the connection's buffer that it was cut from. The stream is left open at a refusal: the response goes out on the same
 * connection.
 */
function collected(payload: IncomingMessage, expected: number, most: number): Promise<Buffer> {
  let bytes: Buffer = Buffer.allocUnsafe(Math.min(expected, SMALL_BODY_BYTES));
  let length = 0;
  const pace = pacer(payload);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      payload.off('data', add).off('end', end).off('error', fail).off('close', cutOff);
    };
    const add = (piece: Buffer): void => {
      if (length + piece.length > most) {
        stop();
        reject(tooLarge(most));
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
