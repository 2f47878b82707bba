import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './client.js';

const PAUSE = 25;
const ATTEMPTS = 2_000;

/** Errors of a client whose connection was refused, or ended before the answer. */
const DISCONNECTED = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Returns the answer, or `undefined` when there was no connection, or it ended without an answer. */
export async function answerOf(sending: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await sending;
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code !== undefined && DISCONNECTED.has(code)) return undefined;
    throw error;
  }
}

/** Sends a mutation again and again until it is answered: it must have the same key each time. */
export async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await answerOf(send());
    if (answer !== undefined && !isToBeRepeated(answer)) return answer;
    await pause(PAUSE);
  }
  throw new Error(`The request was never answered in ${ATTEMPTS} attempts.`);
}

/** True when the service asks for a repetition: it is busy, or the first request with this key is still running. */
const isToBeRepeated = ({ status, body }: Answer): boolean =>
  status === 429 || body?.error?.code === 'IDEMPOTENCY_REQUEST_IN_PROGRESS';
