import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { POLICY } from '@worktrack/adapter-postgres/statement-policy';
import { describe, loadParser, loose, type SentText } from '@worktrack/statement-rules';
import { scratchPath } from './scratch.js';

/** The module that a server and the task host load by `--require`, so that they write down what they send. No build contains it. */
export const RECORDER = path.resolve(__dirname, '../../src/kit/preload/sent-statements.cjs');

const VARIABLE = 'WORKTRACK_E2E_SENT_STATEMENTS';

/** The folder in which the servers of this run write; the suites inherit it through the environment. */
export function folderOfSentStatements(): string {
  const known = process.env[VARIABLE];
  if (known !== undefined) return known;
  const folder = scratchPath('sent-statements');
  mkdirSync(folder);
  process.env[VARIABLE] = folder;
  return folder;
}

/** Reads what the processes have written, each text once. */
export function sentStatements(folder = folderOfSentStatements()): readonly SentText[] {
  const texts = new Map<string, SentText>();
  for (const process of readdirSync(folder)) {
    // A process that was killed may have left a part of a line.
    const lines = readFileSync(path.join(folder, process), 'utf8').split('\n').slice(0, -1);
    for (const line of lines) {
      const sent = JSON.parse(line) as SentText;
      texts.set(sent.text, sent);
    }
  }
  return [...texts.values()];
}

/** Throws when nothing was sent, and for each statement that limits a table of an Organization to no Organization. */
export async function assertTied(folder?: string): Promise<void> {
  const sent = sentStatements(folder);
  if (sent.length === 0) throw new Error('No server wrote down what it sent.');
  await loadParser();
  const found = loose(sent, POLICY);
  if (found.length > 0) throw new Error(`The server sent:\n${found.map(describe).join('\n')}`);
}
