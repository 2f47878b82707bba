import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from './cluster.js';
import { openPipe, hasReader } from './members-pipe.js';
import { poll } from './poll.js';
import { runningPostmaster } from './postmaster.js';
import { processFacts } from './process-facts.js';
import type { ServerFolder } from './server-folder.js';
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

/** Path of the FIFO that all members keep open. */
export const membersPipe = ({ home }: ServerFolder): string => path.join(home, 'members-pipe');

/** Folder with one file for each member, named by its process id. */
export const membersFolder = ({ home }: ServerFolder): string => path.join(home, 'members');

/** Makes the folder of the members, open to the user of the programs. */
export function makeMembersFolder(serverFolder: ServerFolder): void {
  mkdirSync(membersFolder(serverFolder), { recursive: true });
  serverFolder.handOver(membersFolder(serverFolder));
}

/** Joins the server that is running or starting; `undefined` when there is none, or when it stops before it is ready. */
export async function join(serverFolder: ServerFolder): Promise<Membership | undefined> {
  const end = openPipe(membersPipe(serverFolder));
  if (end === undefined) return undefined;
  const card = path.join(membersFolder(serverFolder), `${process.pid}.${randomBytes(6).toString('hex')}`);
  let left = false;
  const giveUp = (): void => {
    if (left) return;
    left = true;
    rmSync(card, { force: true });
    closeSync(end);
  };

  const port = await admission(serverFolder, end, card);
  if (port === undefined) {
    giveUp();
    return undefined;
  }
  return {
    port,
    leave: async () => {
      giveUp();
      await poll(STOP, () => (isStopped(serverFolder) || hasMembers(serverFolder) ? true : undefined));
    },
  };
}

async function admission(serverFolder: ServerFolder, end: number, card: string): Promise<number | undefined> {
  try {
    writeSync(end, `${path.basename(card)}\n`);
  } catch (error) {
    if (hasCode(error, 'EPIPE')) return undefined;
    throw error;
  }
  const port = await poll(START, () => {
    if (!hasReader(membersPipe(serverFolder))) return 'stopped';
    if (!existsSync(card)) return undefined;
    const postmaster = runningPostmaster(dataFolder(serverFolder));
    return postmaster?.ready ? postmaster.port : undefined;
  });
  return port === 'stopped' ? undefined : port;
}

function isStopped(serverFolder: ServerFolder): boolean {
  return !hasReader(membersPipe(serverFolder)) && !runningPostmaster(dataFolder(serverFolder));
}

/** True when a member is alive. Removes the files of members that were killed. */
function hasMembers(serverFolder: ServerFolder): boolean {
  const folder = membersFolder(serverFolder);
  const living = readdirSync(folder).filter((card) => {
    if (processFacts(Number.parseInt(card, 10))) return true;
    rmSync(path.join(folder, card), { force: true });
    return false;
  });
  return living.length > 0;
}
