// An S3 that checks every signature, for the deep tier: OpenStack Swift with its s3api, as Debian packages it
// (`apt-get install --no-install-recommends swift-proxy swift-account swift-container swift-object python3-swift memcached`).
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const STORES = ['account', 'container', 'object'];
const PROGRAMS = [
  'memcached',
  'swift-ring-builder',
  'swift-proxy-server',
  ...STORES.map((name) => `swift-${name}-server`),
];
const SECRET = 'a-secret-that-is-checked';

/** Runs "$@" with its output in the file $0. The end of this process, in any way, closes the pipe and so ends the program. */
const UNTIL_END_OF_INPUT =
  'trap "" HUP INT TERM; "$@" >"$0" 2>&1 </dev/null & program=$!; cat >/dev/null; kill -KILL $program; wait';

/** Seconds within which the server must be up. */
const PATIENCE = 180;

/** Lists the programs of the strict S3 server that this machine lacks. */
export function missingPrograms() {
  return PROGRAMS.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
}

/** Starts a server on free ports of the loopback interface, with an empty bucket of each name. Rejects when it does not come up. */
export async function startStrictS3(buckets) {
  const folder = mkdtempSync(path.join(tmpdir(), 'worktrack-swift-'));
  const logOf = (name) => path.join(folder, `${name}.log`);
  const children = [];
  const stop = async () => {
    for (const child of children) child.stdin.end();
    await Promise.all(
      children.map((child) => child.exitCode ?? child.signalCode ?? new Promise((end) => child.once('exit', end))),
    );
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const ports = await freePorts(STORES.length + 2);
    const [proxy, memcached] = ports.slice(STORES.length);
    const start = (...command) => {
      const { stdin } = (children[children.length] = spawn(
        'sh',
        ['-c', UNTIL_END_OF_INPUT, logOf(command[0]), ...command],
        {
          cwd: folder,
          env: { ...process.env, SWIFT_DIR: folder },
          stdio: ['pipe', 'ignore', 'ignore'],
        },
      ));
      stdin.on('error', () => undefined);
    };
    configure(folder, ports.slice(0, STORES.length), proxy, memcached);
    start('memcached', '-l', '127.0.0.1', '-p', String(memcached), '-U', '0', '-u', userInfo().username);
    for (const name of [...STORES, 'proxy']) start(`swift-${name}-server`, path.join(folder, `${name}.conf`));
    const endpoint = `http://127.0.0.1:${proxy}`;
    await untilUp(endpoint, buckets).catch((error) => {
      const last = readFileSync(logOf('swift-proxy-server'), 'utf8').trimEnd().split('\n').at(-1);
      throw new Error(`${error.message} ${last}`.trim());
    });
    const settings = { endpoint, region: 'us-east-1', accessKeyId: 'test:tester', secretAccessKey: SECRET };
    return { settings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function configure(folder, stores, proxy, memcached) {
  const write = (name, ...lines) => writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
  const common = (port) => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    `user = ${userInfo().username}`,
    `swift_dir = ${folder}`,
    `devices = ${folder}/devices`,
    'mount_check = false',
    'workers = 0',
    'log_address = /dev/null',
  ];
  write(
    'swift.conf',
    '[swift-hash]',
    'swift_hash_path_suffix = x',
    '[storage-policy:0]',
    'name = default',
    'default = yes',
  );
  mkdirSync(path.join(folder, 'devices/d1'), { recursive: true });
  STORES.forEach((name, at) => {
    const [port, builder] = [stores[at], path.join(folder, `${name}.builder`)];
    for (const step of [['create', '4', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']]) {
      const { status, stdout, stderr } = spawnSync('swift-ring-builder', [builder, ...step], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`swift-ring-builder: ${stdout}${stderr}`);
    }
    write(
      `${name}.conf`,
      ...common(port),
      '[pipeline:main]',
      `pipeline = ${name}-server`,
      `[app:${name}-server]`,
      `use = egg:swift#${name}`,
    );
  });
  write(
    'proxy.conf',
    ...common(proxy),
    '[pipeline:main]',
    'pipeline = catch_errors gatekeeper cache s3api tempauth bulk slo dlo proxy-server',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    ...['catch_errors', 'gatekeeper', 'bulk', 'slo', 'dlo'].flatMap((name) => [
      `[filter:${name}]`,
      `use = egg:swift#${name}`,
    ]),
    '[filter:cache]',
    'use = egg:swift#memcache',
    `memcache_servers = 127.0.0.1:${memcached}`,
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    `user_test_tester = ${SECRET} .admin`,
    '[filter:s3api]',
    'use = egg:swift#s3api',
    'location = us-east-1',
  );
}

/** Waits until the server has created every bucket, by Swift's own protocol. */
async function untilUp(endpoint, buckets) {
  const until = Date.now() + PATIENCE * 1_000;
  for (;;) {
    try {
      const signedIn = await fetch(`${endpoint}/auth/v1.0`, {
        headers: { 'X-Auth-User': 'test:tester', 'X-Auth-Key': SECRET },
      });
      const [url, token] = [signedIn.headers.get('X-Storage-Url'), signedIn.headers.get('X-Auth-Token')];
      if (url === null || token === null) throw new Error(`It answered ${signedIn.status}.`);
      for (const bucket of buckets) {
        const made = await fetch(`${url}/${bucket}`, { method: 'PUT', headers: { 'X-Auth-Token': token } });
        if (!made.ok) throw new Error(`It answered ${made.status} to a bucket.`);
      }
      return;
    } catch (error) {
      if (Date.now() > until)
        throw new Error(`It did not come up in ${PATIENCE} s: ${error.message}`, { cause: error });
      await delay(200);
    }
  }
}

/** Finds free ports. It holds all of them until all are known, so that they differ. */
async function freePorts(count) {
  const held = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', () => resolve(server));
      });
    }),
  );
  const ports = held.map((server) => server.address().port);
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
