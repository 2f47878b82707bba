import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApi, type Api } from '../server.js';
import { fakePorts } from '../../test/fake-ports.js';

const WORKSPACE = path.resolve(__dirname, '../../../..');
const GENERATOR = path.join(WORKSPACE, 'node_modules/openapi-typescript/bin/cli.js');

let folder: string;
let api: Api;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'browser-contract-'));
  const log = { access: () => undefined, fault: () => undefined };
  const settings = { trustProxy: false as const, attachmentMaxBytes: 1_000, log, logger: false as const };
  api = await createApi({ ports: fakePorts(), baseUrl: 'https://track.example.org', ...settings });
  await api.drain(0);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Makes the types of a document. Returns the file with them. */
function typesOf(name: string, document: string): string {
  const source = path.join(folder, `${name}.json`);
  const made = path.join(folder, `${name}.d.ts`);
  writeFileSync(source, document);
  execFileSync(process.execPath, [GENERATOR, source, '--output', made], { cwd: folder, stdio: 'pipe' });
  return made;
}

describe('The types of the browser application', () => {
  it.each([
    ['contract', 'openapi.json', () => api.document],
    ['application', 'the operations of the application', () => api.describeApplication()],
    ['extensions', 'the extensions', () => api.describeExtensions()],
  ])('in %s.d.ts are those of %s', (name, subject, document) => {
    const file = `apps/web/src/api/${name}.d.ts`;
    const made = typesOf(name, document());
    if (process.env.UPDATE_CONTRACT !== undefined) copyFileSync(made, path.join(WORKSPACE, file));
    const lines = (place: string): string[] => readFileSync(place, 'utf8').split('\n');
    const [known, wanted] = [lines(path.join(WORKSPACE, file)), lines(made)];
    const at = wanted.findIndex((line, index) => line !== known[index]);
    const isCurrent = at === -1 && known.length === wanted.length;
    const mend = `${file} is not that of ${subject}: cd packages/adapter-http && UPDATE_CONTRACT=1 npx jest browser-contract`;
    expect(isCurrent ? [] : [mend, `line ${at + 1}: ${wanted[at] ?? 'removed lines'}`]).toEqual([]);
  });
});
