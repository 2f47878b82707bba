import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const SHARED = path.resolve(__dirname, '../../test/shared-browser.cjs');
const FINDER = path.resolve(__dirname, '../../../../libs/toolchain/browser.mjs');

/** A program with a browser, as a worker of jest has one. */
const PROGRAM = `
  const options = { ...JSON.parse(process.argv[1]), args: ['--no-sandbox'] };
  require(${JSON.stringify(SHARED)}).theBrowser(options).then(() => process.send('started'));
`;

it('A worker with a browser ends by the first SIGTERM: no suite begins in it and then again in the next worker', async () => {
  const found = execFileSync(process.execPath, [FINDER], { encoding: 'utf8' });
  const worker = fork('-e', [PROGRAM, found], { execPath: process.execPath });
  try {
    await once(worker, 'message');
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit', { signal: AbortSignal.timeout(5_000) })).toEqual([null, 'SIGTERM']);
  } finally {
    worker.kill('SIGKILL');
  }
});
