import { effect } from '@preact/signals';
import { session } from './session.js';
import { isTransient, pauseBefore } from './cache.js';
import { Refusal } from './refusal.js';
import { isUnreachable, sessionLost } from './transport.js';
import { undelivered, waiting } from './undelivered.js';

/** The user who made the change has signed out before it could be sent. */
export class SignedOut extends Error {}

const isAboutSession = (error: unknown): boolean => error instanceof Refusal && error.status === 401;

/**
 * Sends a change until the server has decided about it: without a connection, without a session and when the server asks to wait, it is
 * sent again later. `send` must send one idempotency key in all attempts. Throws what `send` throws for every other reason, and
 * `SignedOut` when another user or nobody is signed in.
 */
export async function delivered<T>(send: () => Promise<T>): Promise<T> {
  const owner = session.peek()?.user.publicId;
  undelivered.value += 1;
  try {
    for (let failures = 0; ; failures += 1) {
      try {
        return await send();
      } catch (error) {
        if (!isTransient(error) && !isAboutSession(error)) throw error;
        await meanwhileWaiting(isAboutSession(error) ? untilSignedIn() : pauseAfter(failures, error));
      }
      if (session.peek()?.user.publicId !== owner) throw new SignedOut();
    }
  } finally {
    undelivered.value -= 1;
  }
}

async function meanwhileWaiting(pause: Promise<void>): Promise<void> {
  waiting.value += 1;
  await pause;
  waiting.value -= 1;
}

function untilSignedIn(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (sessionLost.value) return;
      resolve();
      queueMicrotask(() => {
        stop();
      });
    });
  });
}

/** Ends early when a request has reached the server, or the browser is online again. */
function pauseAfter(failures: number, error: unknown): Promise<void> {
  const wasUnreachable = isUnreachable.peek();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, pauseBefore(failures, error));
    const stop = effect(() => {
      if (wasUnreachable && !isUnreachable.value) queueMicrotask(end);
    });
    addEventListener('online', end);
  });
}
