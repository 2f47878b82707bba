import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { startServer } from '../kit/server.js';

describe('A server with an embedded database', () => {
  /** Starts it with an empty data directory, as `npm start` does. Returns the quotas that it logged. */
  async function loggedQuotas(name: string, environment: Record<string, string>): Promise<number[]> {
    const dataDirectory = scratchPath(name);
    const server = await startServer({
      postgresUrl: theRun().postgresUrl,
      databaseUrl: '',
      setUp: true,
      environment: { LOG_LEVEL: 'info', WORKTRACK_DATA_DIR: dataDirectory, ...environment },
    });
    const { stdout } = await server.stop();
    return [...stdout.matchAll(/"attachmentQuotaBytes":(\d+)/g)].map(([, bytes]) => Number(bytes));
  }

  it('lets an Organization have half of the free disk, and says so once', async () => {
    const quotas = await loggedQuotas('embedded-quota', {});
    const { blocks, bsize } = await statfs(path.dirname(scratchPath('embedded-quota')));
    expect(quotas).toEqual([expect.any(Number)]);
    expect(quotas[0]).toBeGreaterThan(1);
    expect(quotas[0]).toBeLessThanOrEqual((blocks * bsize) / 2);
  });

  it('lets it have any number of bytes where that is configured', async () => {
    expect(await loggedQuotas('embedded-any', { ATTACHMENT_QUOTA_BYTES: '0' })).toEqual([]);
  });
});
