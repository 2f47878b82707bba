import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareWithFloors } from './compare-with-floors.js';
import { measureMemory } from './memory.js';
import { measureReports } from './reports.js';
import { measureWeb } from './web/measure.js';

/** The program that the first word names, else the comparison with floors, of which words choose the paths. */
function measuring(): Promise<void> {
  const [first, ...rest] = process.argv.slice(2);
  switch (first) {
    case 'reports':
      return measureReports(rest);
    case 'web':
      return measureWeb();
    case 'memory':
      return measureMemory(Number(rest[0] ?? 10));
    default:
      return compareWithFloors(process.argv.slice(2));
  }
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
