import type { Lease, Leases } from '../housekeeping/leases.js';
import { withoutSweep } from './sweep-blobs.js';

/** Leases that another process holds for the first `taken` calls. */
const leasesOf = (taken: number, lease: Lease): Leases & { readonly names: string[] } => {
  const names: string[] = [];
  return {
    names,
    hold: async (name, _seconds, work) => {
      names.push(name);
      return names.length <= taken ? undefined : work(lease);
    },
  };
};

const kept: Lease = { renew: () => Promise.resolve(true) };
const lost: Lease = { renew: () => Promise.resolve(false) };

describe('Work without a sweep', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('holds the lease of the sweep', async () => {
    const leases = leasesOf(0, kept);
    expect(await withoutSweep(leases, () => Promise.resolve('done'))).toBe('done');
    expect(leases.names).toEqual(['blobs']);
  });

  it('waits for a sweep that runs', async () => {
    const leases = leasesOf(3, kept);
    const done = withoutSweep(leases, () => Promise.resolve('done'));
    await jest.advanceTimersByTimeAsync(1_500);
    expect(await done).toBe('done');
    expect(leases.names).toHaveLength(4);
  });

  it('gives up after five minutes', async () => {
    const failed = withoutSweep(leasesOf(Infinity, kept), () => Promise.resolve('done')).catch(String);
    await jest.advanceTimersByTimeAsync(300_000);
    expect(await failed).toBe('Error: Another process sweeps the store of attachments or backs it up.');
  });

  it('renews the lease while it works', async () => {
    const renew = jest.fn(() => Promise.resolve(true));
    const work = () => new Promise<string>((resolve) => setTimeout(resolve, 1_050_000, 'done'));
    const done = withoutSweep(leasesOf(0, { renew }), work);
    await jest.advanceTimersByTimeAsync(1_050_000);
    expect(await done).toBe('done');
    // Each 100 s, and once at the end.
    expect(renew).toHaveBeenCalledTimes(11);
  });

  it('fails when another process took the lease over', async () => {
    const failed = withoutSweep(leasesOf(0, lost), () => Promise.resolve('done')).catch(String);
    expect(await failed).toBe('Error: The store of attachments was swept meanwhile: do it again.');
  });

  it('fails with the error of the work', async () => {
    const failed = withoutSweep(leasesOf(0, lost), () => Promise.reject(new Error('The disk is full.'))).catch(String);
    expect(await failed).toBe('Error: The disk is full.');
  });
});
