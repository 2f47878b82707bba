import { mkdir } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { eventually } from './eventually.js';
import { freePort, type Environment } from './program.js';
import { scratchPath } from './scratch.js';

/** An S3 server of the tests, with one bucket. It accepts any signature, so it cannot show that the server's is right. */
export interface S3Server {
  /** The environment variables that make a server use this S3. */
  readonly environment: Environment;
  stop(): Promise<void>;
  /** Starts it again after `stop`, with its objects, where it was. */
  startAgain(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const [folder, port] = [scratchPath('s3'), await freePort()];
  await mkdir(folder);
  const endpoint = `http://127.0.0.1:${port}`;
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', 'files'];
  const start = async (): Promise<() => Promise<void>> => {
    const program = spawn(process.execPath, [require.resolve('s3rver/bin/s3rver.js'), ...options], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) =>
      program.once('exit', () => {
        resolve();
      }),
    );
    await eventually('an S3 server', () =>
      fetch(endpoint).then(
        () => true,
        () => undefined,
      ),
    );
    return async () => {
      program.kill();
      await ended;
    };
  };
  let stop = await start();
  return {
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'files',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: () => stop(),
    startAgain: async () => {
      stop = await start();
    },
  };
}
