import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from '../usage-error.js';

/** A pipe or a terminal from which a secret is read. */
export type SecretSource = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/**
 * Reads a secret. From a pipe it is everything, without the line break at the end. At a terminal it is one line: `question` is written to
 * `screen` before, and what is typed is not shown. Throws `UsageError` when the terminal is closed or interrupted before the line ends.
 */
export async function readSecret(
  source: SecretSource,
  screen: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  if (!source.isTTY) return (await text(source)).replace(/\r?\n$/, '');
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: source, output: nowhere, terminal: true, historySize: 0 });
  screen.write(question);
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => {
        lines.close();
      });
      lines.once('close', () => {
        reject(new UsageError('Nothing was entered.'));
      });
    });
  } finally {
    lines.close();
    screen.write('\n');
  }
}
