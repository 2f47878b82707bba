import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApi } from '../server.js';
import { fakePorts } from '../../test/fake-ports.js';

const WORKSPACE = path.resolve(__dirname, '../../../..');
const CONTRACT = path.join(WORKSPACE, 'apps/web/src/api/contract.d.ts');
const GENERATOR = path.join(WORKSPACE, 'node_modules/openapi-typescript/bin/cli.js');

const MEND =
  'apps/web/src/api/contract.d.ts is not that of openapi.json: cd packages/adapter-http && UPDATE_CONTRACT=1 npx jest browser-contract';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'browser-contract-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('The types of the API in the browser application', () => {
  it('are those of openapi.json', async () => {
    const log = { access: () => undefined, fault: () => undefined };
    const settings = { trustProxy: false as const, attachmentMaxBytes: 1_000, log, logger: false as const };
    const api = await createApi({ ports: fakePorts(), baseUrl: 'https://track.example.org', ...settings });
    await api.drain(0);
    const document = path.join(folder, 'openapi.json');
    const made = path.join(folder, 'contract.d.ts');
    writeFileSync(document, api.document);
    execFileSync(process.execPath, [GENERATOR, document, '--output', made], { cwd: folder, stdio: 'pipe' });
    if (process.env.UPDATE_CONTRACT !== undefined) copyFileSync(made, CONTRACT);
    const lines = (file: string): string[] => readFileSync(file, 'utf8').split('\n');
    const [known, wanted] = [lines(CONTRACT), lines(made)];
    const at = wanted.findIndex((line, index) => line !== known[index]);
    const isCurrent = at === -1 && known.length === wanted.length;
    expect(isCurrent ? [] : [MEND, `line ${at + 1}: ${wanted[at] ?? 'removed lines'}`]).toEqual([]);
  });
});
