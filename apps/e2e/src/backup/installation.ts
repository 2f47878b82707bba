import { createHash } from 'node:crypto';
import type { BlobFolders } from '../kit/blob-folders.js';
import { Caller, freshKey, type Answer } from '../kit/client.js';
import { theRun } from '../kit/run.js';
import { startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';

const DEMO = '/api/v1/organizations/demo/projects';
/** The Project that others work in while it is backed up; the answers about the other one stay as they are. */
export const BUSY = `${DEMO}/WEB`;

/** A database with a store of attachments. */
export interface Place {
  readonly databaseUrl: string;
  readonly environment: { readonly WORKTRACK_DATA_DIR: string };
  readonly folders: BlobFolders;
}

export const serverOf = ({ databaseUrl, environment }: Place) =>
  startServer({ postgresUrl: theRun().postgresUrl, databaseUrl, environment });

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export const FILES = ['first file', 'second file'.repeat(100_000), ''].map((text) => Buffer.from(text));

/** The address and the credentials by which a client reaches an installation. */
interface Known {
  readonly created: { readonly key: string; readonly title: string; readonly answer: Answer };
  readonly cursor: string;
  readonly files: readonly string[];
}

const REPORTS = ['velocity', 'cumulative-flow', 'control-chart'];
const pageAfter = (quiet: string, cursor: string) =>
  `${quiet}/work-items?limit=20&cursor=${encodeURIComponent(cursor)}`;

/** Reads resources that no other test changes meanwhile. */
async function answersOf(owner: Caller, quiet: string, { cursor, files }: Known) {
  const { items } = (await owner.get(pageAfter(quiet, cursor))).body;
  const reports = [];
  for (const report of REPORTS) {
    const { status, body } = await owner.get(`${quiet}/reports/${report}`);
    // A cursor names the instant of its first page.
    reports.push({ status, ...body, generatedAt: undefined, page: { ...body.page, nextCursor: undefined } });
  }
  const downloads = [];
  for (const file of files) {
    const { status, bytes } = await owner.get(file);
    downloads.push({ status, sha256: sha256Of(bytes) });
  }
  return { items, reports, downloads };
}

/** An installation with data and clients. */
export interface Filled {
  readonly server: Awaited<ReturnType<typeof serverOf>>;
  readonly token: string;
  readonly owner: Caller;
  /** The Project that nobody changes. */
  readonly quiet: string;
  readonly known: Known;
}

/** Fills an installation whose schema is current with demo data of this size [small], and starts its server. */
export async function fillInstallation(place: Place, size = 'small'): Promise<Filled> {
  const seeded = await taskResult(['seed:demo', '--size', size], place);
  const quiet = `${DEMO}/${String(seeded.projects.find((key: string) => key !== 'WEB'))}`;
  const server = await serverOf(place);
  const owner = new Caller(server.baseUrl, seeded.token);
  const [item] = (await owner.get(`${BUSY}/work-items?limit=1`)).body.items;
  const files: string[] = [];
  for (const content of FILES) {
    const target = `${BUSY}/work-items/${String(item.key)}/attachments`;
    const { body } = await owner.post(target, uploadOf(content));
    files.push(`${target}/${String(body.id)}`);
  }
  const [key, title] = [freshKey(), 'Made before the backup'];
  const answer = await owner.post(`${BUSY}/work-items`, { type: 'task', title }, { key });
  const { nextCursor } = (await owner.get(`${quiet}/work-items?limit=20`)).body.page;
  return {
    server,
    token: seeded.token,
    owner,
    quiet,
    known: { created: { key, title, answer }, cursor: nextCursor, files },
  };
}

/** Expects a restored installation to answer as the other one does, to know what was created before the backup, and to take new work. */
export async function expectRestored(there: Caller, { owner, quiet, known }: Filled): Promise<void> {
  const answers = await answersOf(owner, quiet, known);
  expect(answers.downloads.map(({ sha256 }) => sha256)).toEqual(FILES.map(sha256Of));
  expect(answers.items).toHaveLength(20);
  expect(answers.reports.map(({ status }) => status)).toEqual(REPORTS.map(() => 200));
  expect(await answersOf(there, quiet, known)).toEqual(answers);
  const { key, title, answer } = known.created;
  const replay = await there.post(`${BUSY}/work-items`, { type: 'task', title }, { key });
  expect({ status: replay.status, text: replay.text }).toEqual({ status: answer.status, text: answer.text });
  expect(await there.post(`${BUSY}/work-items`, { type: 'task', title: 'Made later' })).toMatchObject({ status: 201 });
  const [item] = (await there.get(`${BUSY}/work-items?limit=1`)).body.items;
  const target = `${BUSY}/work-items/${String(item.key)}/attachments`;
  expect(await there.post(target, uploadOf('a file'))).toMatchObject({ status: 201 });
}

/** Makes, changes and moves Work Items until it is stopped. */
export class Load {
  made = 0;
  private isOver = false;
  readonly stopped: Promise<void>;

  constructor(owner: Caller) {
    this.stopped = this.work(owner);
  }

  stop(): void {
    this.isOver = true;
  }

  private async work(owner: Caller): Promise<void> {
    while (!this.isOver) {
      const { status, body } = await owner.post(`${BUSY}/work-items`, { type: 'task', title: `Loaded ${this.made}` });
      expect(status).toBe(201);
      const item = `${BUSY}/work-items/${String(body.key)}`;
      expect(await owner.patch(item, { title: 'Changed', storyPoints: 3 })).toMatchObject({ status: 200 });
      this.made += 1;
    }
  }
}
