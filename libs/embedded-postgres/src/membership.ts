import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from './cluster.js';
import { enter, isAttended } from './doorway.js';
import { poll } from './poll.js';
import { runningPostmaster } from './postmaster.js';
import { processFacts } from './process-facts.js';
import type { Quarters } from './quarters.js';
import { hasCode } from './system-error.js';

/** The membership of one process in a running server. */
export interface Membership {
  readonly port: number;
  /** Leaves the server. For the last member, resolves when the server has stopped. */
  readonly leave: () => Promise<void>;
}

/** The maximum duration of a start in milliseconds, recovery after a crash included. */
const START = 120_000;
/** The maximum duration of an orderly stop in milliseconds. */
const STOP = 30_000;

export const doorway = ({ home }: Quarters): string => path.join(home, 'doorway');

/** Folder with one file for each member, named by its process id. */
export const membersFolder = ({ home }: Quarters): string => path.join(home, 'members');

export function makeMembersFolder(quarters: Quarters): void {
  mkdirSync(membersFolder(quarters), { recursive: true });
  quarters.handOver(membersFolder(quarters));
}

/** Joins the server that is running or starting; `undefined` when there is none, or when it stops before it is ready. */
export async function join(quarters: Quarters): Promise<Membership | undefined> {
  const end = enter(doorway(quarters));
  if (end === undefined) return undefined;
  const card = path.join(membersFolder(quarters), `${process.pid}.${randomBytes(6).toString('hex')}`);
  let left = false;
  const giveUp = (): void => {
    if (left) return;
    left = true;
    rmSync(card, { force: true });
    closeSync(end);
  };

  const port = await admission(quarters, end, card);
  if (port === undefined) {
    giveUp();
    return undefined;
  }
  return {
    port,
    leave: async () => {
      giveUp();
      await poll(STOP, () => (isStopped(quarters) || hasMembers(quarters) ? true : undefined));
    },
  };
}

async function admission(quarters: Quarters, end: number, card: string): Promise<number | undefined> {
  try {
    writeSync(end, `${path.basename(card)}\n`);
  } catch (error) {
    if (hasCode(error, 'EPIPE')) return undefined;
    throw error;
  }
  const port = await poll(START, () => {
    if (!isAttended(doorway(quarters))) return 'stopped';
    if (!existsSync(card)) return undefined;
    const postmaster = runningPostmaster(dataFolder(quarters));
    return postmaster?.ready ? postmaster.port : undefined;
  });
  return port === 'stopped' ? undefined : port;
}

function isStopped(quarters: Quarters): boolean {
  return !isAttended(doorway(quarters)) && !runningPostmaster(dataFolder(quarters));
}

/** True when a member is alive. Removes the files of members that were killed. */
function hasMembers(quarters: Quarters): boolean {
  const folder = membersFolder(quarters);
  const living = readdirSync(folder).filter((card) => {
    if (processFacts(Number.parseInt(card, 10))) return true;
    rmSync(path.join(folder, card), { force: true });
    return false;
  });
  return living.length > 0;
}
