import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import { inBrowser } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { freePort, isOpen, listenTo, startCommand } from '../kit/program.js';
import { scratchPath } from '../kit/scratch.js';

const ROOT = path.resolve(__dirname, '../../../..');
/** Seconds: only for a command that hangs. */
const LONGEST = 400;
const dataFolder = scratchPath('dev');

/** A copy of the workspace, in which the tests change files. */
let copy: string;
let port: number;
let dev: ReturnType<typeof start>;

function start() {
  const program = startCommand('npm', ['run', 'dev', '--prefix', copy], {
    PORT: String(port),
    WORKTRACK_DATA_DIR: dataFolder,
    WORKTRACK_DEMO: 'on',
    LOG_LEVEL: 'warn',
  });
  program.stdin?.end();
  return { program, ...listenTo(program) };
}

const says = (text: string) =>
  eventually(
    `"${text}" in:\n${dev.output()}`,
    () => Promise.resolve(dev.output().includes(text) || undefined),
    LONGEST,
  );

const origin = () => `http://127.0.0.1:${port}`;

interface DemoItem {
  readonly key: string;
  readonly project: { readonly key: string };
}

const ORGANIZATION = '/api/v1/organizations/demo';

/** Sends a request with the token of the demo. A change has a revision that no Work Item has. */
async function read(target: string, method: 'GET' | 'PATCH' = 'GET'): Promise<string> {
  const token = readFileSync(path.join(dataFolder, 'demo-token'), 'utf8').trim();
  const change = { headers: { 'content-type': 'application/json', 'if-match': '"wi-999999"' }, body: '{"title":"x"}' };
  const { headers, ...rest } = method === 'PATCH' ? change : { headers: {} };
  const answer = await request(origin() + target, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...rest,
  });
  return answer.body.text();
}

const untilAnswered = (text: string, ask: () => Promise<string>) =>
  eventually(text, async () => ((await ask()).includes(text) ? true : undefined), LONGEST);

/** Replaces a text in a file of the copy. */
function change(file: string, from: string, to: string): void {
  const full = path.join(copy, file);
  const before = readFileSync(full, 'utf8');
  expect(before).toContain(from);
  writeFileSync(full, before.replace(from, to));
}

/** The first line of a file of PostgreSQL: the process of the database. */
const postmaster = () => readFileSync(path.join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0];

jest.setTimeout(LONGEST * 1_000);

beforeAll(async () => {
  // On the file system of the installed packages, so that the copy has them by links. Vite does not watch `test-results`.
  await mkdir(path.join(ROOT, '.turbo'), { recursive: true });
  copy = mkdtempSync(path.join(ROOT, '.turbo/dev-'));
  const entries = [
    'apps',
    'libs',
    'packages',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.test.json',
  ];
  execFileSync('cp', ['-a', ...entries, copy], { cwd: ROOT });
  execFileSync('cp', ['-al', 'node_modules', copy], { cwd: ROOT });
  rmSync(path.join(copy, 'node_modules/.cache'), { recursive: true, force: true });
  port = await freePort();
  dev = start();
  await says('The server serves');
});

afterAll(async () => {
  dev.program.kill('SIGTERM');
  await dev.ended;
  rmSync(copy, { recursive: true, force: true, maxRetries: 10 });
});

describe('npm run dev', () => {
  const HEALTH = 'packages/adapter-http/src/health/health.controller.ts';

  it('answers with what was saved in a package of the server, and then says which type is wrong', async () => {
    change(HEALTH, "status: 'ok'", "status: 'saved' satisfies number");
    await untilAnswered('"status":"saved"', () => read('/api/health'));
    await says("Type 'string' does not satisfy the expected type 'number'");
  });

  it('answers with what was saved in the domain, while the database goes on', async () => {
    const database = postmaster();
    const { items } = JSON.parse(await read(`${ORGANIZATION}/work-items?limit=1`)) as { items: [DemoItem] };
    const [{ key, project }] = items;
    const refused = () => read(`${ORGANIZATION}/projects/${project.key}/work-items/${key}`, 'PATCH');
    expect(await refused()).toContain('is not the current one');
    change('packages/domain/src/shared/revision.ts', 'is not the current one', 'was saved');
    await untilAnswered('was saved', refused);
    expect(postmaster()).toBe(database);
  });

  it('shows a syntax error, and the server goes on as it was', async () => {
    change(HEALTH, "status: 'saved'", "status: 'broken");
    await says('Unterminated string literal');
    await says('The server goes on as it was.');
    expect(await read('/api/health')).toContain('"status":"saved"');
  });

  it('replaces what was saved in the page without a reload, and keeps what was typed', async () => {
    await inBrowser(
      async (visit) => {
        const { page } = visit;
        // Vite's page has no session in it: it asks.
        visit.expectRefusal(401, /^\/api\/session$/);
        // A first visit waits until Vite has prepared what the page imports.
        page.setDefaultTimeout(LONGEST * 1_000);
        await page.goto('/sign-in');
        await page.getByLabel('E-mail').fill('ada@example.org');
        let reloads = 0;
        page.on('load', () => (reloads += 1));
        change('apps/web/src/identity/sign-in-screen.tsx', 'Sign in to Worktrack', 'Welcome back');
        await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
        expect(await page.getByLabel('E-mail').inputValue()).toBe('ada@example.org');
        expect(reloads).toBe(0);
      },
      { origin: origin() },
    )();
  });

  it('says how to choose another port when its own is in use', async () => {
    const second = listenTo(start().program);
    const { code, stderr } = await second.ended;
    expect(code).toBe(1);
    expect(stderr).toContain(
      `error: Port ${port} of 127.0.0.1 cannot be opened: it is in use, choose another one by PORT=….\n`,
    );
  });

  it('ends its server and its database with itself', async () => {
    dev.program.kill('SIGINT');
    const { code } = await dev.ended;
    expect(code).toBe(0);
    expect(await isOpen(port)).toBe(false);
    expect(postmaster).toThrow('ENOENT');
  });
});
