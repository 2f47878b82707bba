import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { readAtMost } from '../read-at-most.js';
import { UsageError } from '../usage-error.js';

/** The longest secret from a pipe, in bytes. No password can be as long: the one who reads it says how long. */
const MOST_BYTES = 65_536;

/** A pipe or a terminal from which a secret is read. */
export type SecretSource = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/**
 * Reads a secret. From a pipe it is everything, without the line break at the end. At a terminal it is one line: `question` is written to
 * `screen` before, and what is typed is not shown. Throws `UsageError` when the terminal is closed or interrupted before the line ends, and when far too much is piped.
 */
export async function readSecret(
  source: SecretSource,
  screen: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  if (!source.isTTY) return piped(source);
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

async function piped(source: SecretSource): Promise<string> {
  const bytes = await readAtMost(MOST_BYTES, source);
  if (!bytes) throw new UsageError(`What is piped must have at most ${MOST_BYTES} bytes.`);
  return bytes.toString('utf8').replace(/\r?\n$/, '');
}
