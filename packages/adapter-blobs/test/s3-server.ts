import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../src/s3/s3-blobs.js';

/** An S3 server on this machine, with one bucket. */
export interface S3Server {
  readonly settings: S3Settings;
  stop(): Promise<void>;
}

/** Starts an S3 server on a free port. It accepts any signature: whether ours is right needs a strict server. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'worktrack-s3-'));
  const program = require.resolve('s3rver/bin/s3rver.js');
  const bucket = 'files';
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', bucket];
  const server = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) =>
    server.once('exit', () => {
      resolve();
    }),
  );
  const port = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      const [, found] = /:(\d+)\s/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => {
      reject(new Error(`The S3 server ended: ${output}`));
    });
  });
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: async () => {
      server.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
