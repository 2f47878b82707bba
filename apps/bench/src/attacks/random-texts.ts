import { randomBytes, randomUUID } from 'node:crypto';
import type { Attack } from './attack.js';

/** Letters of three scripts: any three of them in a row are likely a trigram that no other text has. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789абвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω';
const LONGEST_DESCRIPTION = 64_000;
/** The number of concurrent requests: as many as one token may have under way, and some that wait. */
const AT_ONCE = 8;

/** Creates Work Items with the longest legal description, of random letters: each adds tens of thousands of entries to the text index. */
export const randomTexts: Attack = {
  name: 'random texts',
  run: async ({ origin, project, token }, over) => {
    const statuses = new Map<number, number>();
    const write = async (): Promise<void> => {
      while (!over.aborted) {
        const answer = await fetch(`${origin}${project}/work-items`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ title: 'A long story', description: randomText() }),
          signal: AbortSignal.timeout(60_000),
        }).catch(() => undefined);
        await answer?.arrayBuffer();
        const status = answer?.status ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, write));
    return `answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`;
  },
};

function randomText(): string {
  let text = '';
  for (const byte of randomBytes(LONGEST_DESCRIPTION)) text += LETTERS[byte % LETTERS.length] ?? '';
  return text;
}
