import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { ignoredBy, instructionsOf, performDockerfile } from './perform-dockerfile.mjs';
import { program, readJson, ROOT } from './workspace.mjs';

const COMPOSE = path.join(ROOT, 'docker/compose.yaml');
const compose = parse(readFileSync(COMPOSE, 'utf8'), { merge: true });
const services = Object.entries(compose.services);

let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'container-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('docker/Dockerfile', () => {
  const instructions = instructionsOf(readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8'));
  const argumentsOf = (keyword) => instructions.filter((one) => one.keyword === keyword).map((one) => one.argument);
  const lastStage = instructions.slice(instructions.findLastIndex((one) => one.keyword === 'FROM'));

  it('has two stages from one base image, which a digest fixes', () => {
    const images = argumentsOf('FROM').map((argument) => argument.split(' ')[0]);
    expect(images).toHaveLength(2);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  });

  it('runs as user 1000 in group 1000, by a command that no shell stands between and that gets the signals', () => {
    expect(lastStage.find((one) => one.keyword === 'USER').argument).toBe('1000:1000');
    expect(JSON.parse(lastStage.find((one) => one.keyword === 'CMD').argument)).toEqual([
      'node',
      'apps/server/dist/main.js',
    ]);
    expect(lastStage.map((one) => one.keyword)).not.toContain('RUN');
  });

  it('has the labels of an image, with the version and the base of this release', () => {
    const labels = Object.fromEntries(
      [
        ...argumentsOf('LABEL')
          .join(' ')
          .matchAll(/org\.opencontainers\.image\.([\w.]+)="([^"]*)"/g),
      ].map(([, name, value]) => [name, value]),
    );
    expect(labels).toEqual({
      title: 'Worktrack',
      description: readJson(path.join(ROOT, 'package.json')).description,
      version: readJson(path.join(ROOT, 'apps/server/package.json')).version,
      licenses: 'UNLICENSED',
      'base.name': `docker.io/library/${argumentsOf('FROM')[0].split('@')[0]}`,
    });
  });

  it('copies no secret, no data and no installed package of the checkout into a stage', () => {
    const isIgnored = ignoredBy(readFileSync(path.join(ROOT, '.dockerignore'), 'utf8'));
    const left = [
      ...['node_modules', 'apps/e2e/node_modules/undici/index.js', 'apps/server/dist/main.js', '.data/demo-token'],
      ...[
        '.git/config',
        'docker/secrets/database_url',
        'packages/domain/src/sprint/sprint.spec.ts',
        'apps/server/test',
      ],
    ];
    expect(left.filter((file) => !isIgnored(file))).toEqual([]);
    expect(['package.json', 'apps/server/src/main.ts', 'libs/toolchain/ship.mjs'].filter(isIgnored)).toEqual([]);
  });
});

describe('The steps of a Dockerfile, performed in a folder', () => {
  /** Performs a Dockerfile in a checkout with these files. Returns the folder of the image. */
  const perform = (name, dockerfile, files) => {
    const root = path.join(folder, name);
    const all = { 'docker/Dockerfile': dockerfile, '.dockerignore': '**/secret\n*/*/test\n', ...files };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return performDockerfile(path.join(folder, `${name}-image`), root);
  };

  it('copy what is not ignored, run, and copy from an earlier stage', () => {
    const image = perform(
      'good',
      `FROM base AS build
WORKDIR /work
ENV WORD=hello
COPY one two ./
COPY apps apps
# A comment.
RUN mkdir ../made \\
 # Another one.
 && cat one two >../made/all \\
 && echo "$WORD" >>../made/all
FROM base
LABEL a="b"
WORKDIR /last
COPY --from=build --chown=1:1 /made ./
COPY --from=build /work/apps apps
USER 1:1
CMD ["true"]
`,
      { one: '1\n', two: '2\n', 'apps/a/index.js': '', 'apps/a/secret': '', 'apps/a/test/x.js': '' },
    );
    const last = path.join(image, 'last');
    expect(readdirSync(last, { recursive: true }).sort()).toEqual(['all', 'apps', 'apps/a', 'apps/a/index.js']);
    expect(readFileSync(path.join(last, 'all'), 'utf8')).toBe('1\n2\nhello\n');
  });

  it.each([
    ['that fails', 'RUN echo broken >&2 && false', /ended with 1[^]*broken/],
    ['with an absolute path', 'RUN mkdir /data', /absolute path/],
    ['of another kind', 'ADD one .', /ADD cannot be performed/],
  ])('stop at one %s', (kind, step, message) => {
    expect(() => perform(`bad ${kind}`, `FROM base\nWORKDIR /work\n${step}\n`, { one: '' })).toThrow(message);
  });
});

describe('docker/compose.yaml', () => {
  const lint = (file) =>
    spawnSync(program('dclint'), ['--max-warnings', '0', '--formatter', 'compact', file], { encoding: 'utf8' });

  it('has nothing for the linter to say; the linter finds a planted fault', () => {
    const { status, stdout, stderr } = lint(COMPOSE);
    expect({ status, said: `${stdout}${stderr}`.trim() }).toEqual({
      status: 0,
      said: expect.not.stringMatching(/warning|error/i),
    });
    const planted = path.join(folder, 'compose.yaml');
    writeFileSync(planted, readFileSync(COMPOSE, 'utf8').replace("'127.0.0.1:3000:8080'", "'3000:8080'"));
    expect(lint(planted)).toMatchObject({ status: 1, stdout: expect.stringContaining('no-unbound-port-interfaces') });
  });

  it('has two servers behind a proxy, a database, Redis, a store, the migration and the tasks', () => {
    expect(services.map(([name]) => name)).toEqual([
      ...['bucket', 'database', 'migrate', 'proxy', 'redis', 'server-1', 'server-2', 'store', 'tasks'],
    ]);
    expect(compose.services['server-1']).toEqual(compose.services['server-2']);
    const published = services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name);
    expect(published).toEqual(['proxy']);
  });

  it('runs the image of this release where RELEASE names no other, as docs/operations does', () => {
    const { version } = readJson(path.join(ROOT, 'apps/server/package.json'));
    expect(readJson(path.join(ROOT, 'package.json')).version).toBe(version);
    const ours = services.filter(([, { image }]) => image.startsWith('worktrack:'));
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'server-1', 'server-2', 'tasks']);
    for (const [, { image }] of ours) expect(image).toBe(`worktrack:\${RELEASE:-${version}}`);
    const folder = path.join(ROOT, 'docs/operations');
    const operations = readdirSync(folder).map((page) => readFileSync(path.join(folder, page), 'utf8'));
    const named = [...operations.join('\n').matchAll(/worktrack:(\d+\.\d+\.\d+)/g)].map(([, release]) => release);
    expect(new Set(named)).toEqual(new Set([version]));
  });

  it.each(services)('confines %s', (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      init: true,
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      tmpfs: expect.arrayContaining([expect.stringMatching(/^\/tmp(:|$)/)]),
    });
    expect(service.cap_add ?? []).toEqual(name === 'store' ? ['DAC_OVERRIDE'] : []);
    const ends = { bucket: 'on-failure:5', migrate: 'on-failure:5', tasks: 'no' };
    expect(service.restart).toBe(ends[name] ?? 'unless-stopped');
    expect(service.privileged).toBeUndefined();
  });

  it('gives the servers the login of the server alone, and the migration that of the owner', () => {
    expect(compose.services['server-1'].secrets).not.toContain('database_owner_url');
    expect(compose.services.migrate.secrets).toContain('database_owner_url');
    expect(compose.services['server-1'].environment).not.toHaveProperty('DATABASE_OWNER_URL_FILE');
  });

  it('gives a stopping server more time than it takes by its settings', () => {
    const delay = Number(
      /SHUTDOWN_DELAY_SECONDS=(\d+)/.exec(readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8'))[1],
    );
    const grace = 15; // SHUTDOWN_GRACE_SECONDS, when absent
    expect(Number.parseInt(compose.services['server-1'].stop_grace_period, 10)).toBeGreaterThan(delay + grace + 1);
  });
});

describe('docker/make-secrets.sh', () => {
  const make = (place) =>
    spawnSync('/bin/sh', [path.join(ROOT, 'docker/make-secrets.sh'), place], { encoding: 'utf8' });
  let place;
  const secret = (name) => readFileSync(path.join(place, name), 'utf8');
  beforeAll(() => {
    place = path.join(folder, 'secrets');
    expect(make(place)).toMatchObject({ status: 0, stderr: '' });
  });

  it('makes the files that the compose file names, and no other', () => {
    const named = Object.entries(compose.secrets).map(([name, { file }]) => {
      expect(file).toBe(`./secrets/${name}`);
      return name;
    });
    expect(readdirSync(place).sort()).toEqual(named.sort());
    const used = services.flatMap(([, one]) => one.secrets ?? []);
    expect([...new Set(used)].sort()).toEqual(named.sort());
  });

  it('lets nobody else into the folder, and the users of the containers read the files', () => {
    expect(statSync(place).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(place)) expect(statSync(path.join(place, name)).mode & 0o777).toBe(0o444);
  });

  it('gives both sides of a connection one secret, and each connection another one', () => {
    expect(new URL(secret('database_url'))).toMatchObject({
      username: 'worktrack_server',
      password: secret('database_server_password'),
    });
    expect(new URL(secret('database_owner_url'))).toMatchObject({
      username: 'worktrack_owner',
      password: secret('database_owner_password'),
    });
    expect(secret('redis_configuration')).toContain(`requirepass ${new URL(secret('redis_url')).password}\n`);
    const [identity] = JSON.parse(secret('s3_identities')).identities;
    expect(identity.credentials).toEqual([{ accessKey: 'worktrack', secretKey: secret('s3_secret_access_key') }]);
    const secrets = [
      'database_superuser_password',
      'database_server_password',
      'database_owner_password',
      's3_secret_access_key',
    ];
    const values = [...secrets.map(secret), new URL(secret('redis_url')).password];
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{48}$/);
    expect(new Set(values).size).toBe(values.length);
  });

  it('replaces no secrets', () => {
    const before = secret('database_url');
    expect(make(place).status).not.toBe(0);
    expect(secret('database_url')).toBe(before);
  });
});
