import { connect } from 'node:net';
import { type Ended, freePort, listenTo, PROGRAMS, startProgram } from '../kit/program.js';
import { sharedServer } from '../kit/run.js';

/** Starts a server that must refuse to start; also returns whether its port was ever open. */
async function refusedStart(variables: Record<string, string>): Promise<Ended & { opened: boolean }> {
  const port = await freePort();
  const program = startProgram(PROGRAMS.server, [], {
    DATABASE_URL: sharedServer().databaseUrl,
    PORT: String(port),
    ...variables,
  });
  const { ended } = listenTo(program);
  let opened = false;
  const knocking = setInterval(() => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => (opened = true));
    socket.on('error', () => undefined);
    socket.unref();
  }, 50);
  const end = await ended;
  clearInterval(knocking);
  return { ...end, opened };
}

/** config.spec of the server has every variable. */
const cases = [
  { name: 'PORT', value: 'abc' },
  { name: 'TRUST_PROXY', value: 'everyone' },
  { name: 'S3_BUCKET', value: 'only-a-bucket' },
];

describe('A server does not start', () => {
  it.each(cases)('with $name=$value: exit 2, one line, and the port stays shut', async ({ name, value }) => {
    const { code, stdout, stderr, opened } = await refusedStart({ [name]: value });
    expect({ code, stdout, opened }).toEqual({ code: 2, stdout: '', opened: false });
    expect(stderr).toMatch(/^error: .+\n$/);
    expect(stderr).toContain(name === 'S3_BUCKET' ? 'S3_' : name);
  });

  it('without saying a secret that stands beside the fault', async () => {
    const { stderr } = await refusedStart({ DATABASE_URL: 'mysql://user:secret-word@127.0.0.1/x', PORT: '0x50' });
    expect(stderr).not.toContain('secret-word');
    expect(stderr).toMatch(/DATABASE_URL.*|PORT.*/);
  });
});
