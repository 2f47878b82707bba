import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { readConfiguration } from '../config.js';
import { attachmentQuotaOf } from './attachment-quota.js';

const S3 = {
  S3_ENDPOINT: 'http://s3',
  S3_BUCKET: 'b',
  S3_REGION: 'r',
  S3_ACCESS_KEY_ID: 'i',
  S3_SECRET_ACCESS_KEY: 's',
};

describe('The quota of attachments', () => {
  /** Computes it where this many bytes are free. Returns it with what was logged. */
  async function quota(environment: Record<string, string>, free: number) {
    const logged: unknown[] = [];
    const log = { info: (...line: unknown[]) => void logged.push(line) };
    const configuration = readConfiguration({ WORKTRACK_DATA_DIR: '/there', ...environment });
    const bytes = await attachmentQuotaOf(configuration, log, (folder) =>
      Promise.resolve(folder === '/there' ? free : 0),
    );
    return { bytes, logged };
  }

  it('is half of the free disk of an embedded database, and is logged once', async () => {
    const { bytes, logged } = await quota({}, 1_001);
    expect(bytes).toBe(500);
    expect(logged).toEqual([[{ attachmentQuotaBytes: 500 }, expect.stringContaining('ATTACHMENT_QUOTA_BYTES')]]);
  });

  it.each([0, 1])('is a byte, and not any number, where %i bytes are free', async (free) => {
    expect(await quota({}, free)).toMatchObject({ bytes: 1 });
  });

  it.each([
    ['the configured number', { ATTACHMENT_QUOTA_BYTES: '900' }, 900],
    ['any number, where that is configured', { ATTACHMENT_QUOTA_BYTES: '0' }, 0],
    ['any number with a database elsewhere', { DATABASE_URL: 'postgres://elsewhere/worktrack' }, 0],
    ['any number with attachments in a bucket', S3, 0],
  ])('is %s, and nothing is logged', async (_, environment, bytes) => {
    expect(await quota(environment, 1_000)).toEqual({ bytes, logged: [] });
  });

  it('comes from the disk of the data directory', async () => {
    const { blocks, bsize } = await statfs(tmpdir());
    const configuration = readConfiguration({ WORKTRACK_DATA_DIR: tmpdir() });
    const bytes = await attachmentQuotaOf(configuration, { info: () => undefined });
    expect(bytes).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual((blocks * bsize) / 2);
  });
});
