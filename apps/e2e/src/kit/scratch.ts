import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const VARIABLE = 'WORKTRACK_E2E_SCRATCH';

/** The folder of this run; the suites inherit it through the environment. */
function scratchFolder(): string {
  return (process.env[VARIABLE] ??= mkdtempSync(path.join(tmpdir(), 'worktrack-e2e-')));
}

/** Returns an unused path in the folder of this run; no file exists there. */
export const scratchPath = (name: string): string =>
  path.join(scratchFolder(), `${name}-${randomBytes(6).toString('hex')}`);

export async function removeScratch(): Promise<void> {
  const folder = process.env[VARIABLE];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
