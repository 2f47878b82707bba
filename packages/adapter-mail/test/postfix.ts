import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Postfix with a configuration and a queue of its own. It must be started as root. */
export interface Postfix {
  readonly port: number;
  stop(): Promise<void>;
}

/** The services of Postfix that take a mail and pass it on. */
const SERVICES = `
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
proxymap unix - - n - - proxymap
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

/**
 * Starts Postfix on the loopback interface. It takes mails to `ada@example.org` and passes them on to the server at `next`; it puts
 * `later@example.org` off, knows no other address of that domain, and relays to no other domain.
 */
export async function startPostfix(next: number): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'worktrack-postfix-'));
  chmodSync(folder, 0o755);
  const [configuration, queue, data] = ['etc', 'queue', 'data'].map((name) => join(folder, name));
  for (const made of [configuration, queue, data]) mkdirSync(made ?? '');
  await run('chown', ['postfix', data ?? '']);
  const port = await freePort();
  const settings = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    maillog_file: join(folder, 'log'),
    maillog_file_prefixes: folder,
    inet_protocols: 'ipv4',
    inet_interfaces: 'loopback-only',
    myhostname: 'mail.example.org',
    mynetworks: '',
    mydestination: '',
    relay_domains: 'example.org',
    relay_recipient_maps: 'inline:{ {ada@example.org=ok}, {later@example.org=ok} }',
    relay_transport: `smtp:[127.0.0.1]:${next}`,
    default_transport: 'error:nowhere',
    smtpd_relay_restrictions: 'reject_unauth_destination',
    smtpd_recipient_restrictions: 'check_recipient_access inline:{ {later@example.org=defer} }',
    smtp_host_lookup: 'native',
    disable_dns_lookups: 'yes',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(configuration ?? '', 'main.cf'), `${lines.join('\n')}\n`);
  writeFileSync(join(configuration ?? '', 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd${SERVICES}`);
  const master = spawn('postfix', ['-c', configuration ?? '', 'start-fg'], { stdio: 'ignore' });
  const ended = once(master, 'exit');
  const stop = async (): Promise<void> => {
    await run('postfix', ['-c', configuration ?? '', 'stop']).catch(() => undefined);
    await ended;
    rmSync(folder, { recursive: true });
  };
  for (let attempt = 0; !(await isOpen(port)); attempt += 1) {
    if (attempt === 100) {
      const log = readFileSync(join(folder, 'log'), 'utf8');
      await stop();
      throw new Error(`Postfix does not listen:\n${log}`);
    }
    await pause(100);
  }
  return { port, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    const end = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on('connect', end(true)).on('error', end(false));
  });
}
