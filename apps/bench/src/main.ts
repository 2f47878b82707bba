import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAttacks } from './attacks/measure.js';
import { measureBackups } from './backups.js';
import { compareWithFloors } from './compare-with-floors.js';
import { measureDistance } from './distance.js';
import { measureLargestInputs } from './largest-inputs.js';
import { measureMemory } from './memory.js';
import { measureMonitoring } from './monitoring.js';
import { measureNoisyNeighbour } from './noisy-neighbour.js';
import { measureReports } from './reports.js';
import { measureRowSecurity } from './row-security.js';
import { measureWeb } from './web/measure.js';

function measuring(): Promise<void> {
  const wanted = process.argv.slice(2);
  const [first, ...rest] = wanted;
  if (first === 'reports') return measureReports(rest);
  if (first === 'distance') return measureDistance();
  if (first === 'inputs') return measureLargestInputs(rest);
  if (first === 'backups') return measureBackups(rest);
  if (first === 'row-security') return measureRowSecurity(rest);
  if (first === 'monitoring') return measureMonitoring(rest[0]);
  if (first === 'memory')
    return measureMemory(Number(rest.find((word) => /^\d+$/.test(word)) ?? 10), rest.includes('monitored'));
  if (first === 'neighbour') return measureNoisyNeighbour();
  if (first === 'web') return measureWeb(rest[0] === 'boards');
  return first === 'attacks' ? measureAttacks(rest) : compareWithFloors(wanted);
}

/** Runs `work` with a new store of attachments: a store belongs to one database, and each run has a new database. */
async function withOwnStore(work: () => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'worktrack-bench-'));
  process.env.WORKTRACK_DATA_DIR = folder;
  try {
    await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

withOwnStore(measuring).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
