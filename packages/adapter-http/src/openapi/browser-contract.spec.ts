import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApi } from '../server.js';
import { fakePorts } from '../../test/fake-ports.js';

const WORKSPACE = path.resolve(__dirname, '../../../..');
const CONTRACT = path.join(WORKSPACE, 'apps/web/src/api/contract.d.ts');
const GENERATOR = path.join(WORKSPACE, 'node_modules/openapi-typescript/bin/cli.js');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'browser-contract-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// To make the file anew: UPDATE_CONTRACT=1 npx jest browser-contract
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
    expect(readFileSync(CONTRACT, 'utf8')).toBe(readFileSync(made, 'utf8'));
  });
});
