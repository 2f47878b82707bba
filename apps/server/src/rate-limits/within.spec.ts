import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { within } from './within.js';

describe('A wait with an end', () => {
  it('returns the result, or throws what the work throws', async () => {
    expect(await within(60_000, Promise.resolve(7))).toBe(7);
    await expect(within(60_000, Promise.reject(new Error('Broken.')))).rejects.toThrow('Broken.');
  });

  it('rejects when there is no result in time', async () => {
    await expect(within(5, new Promise(() => undefined))).rejects.toThrow('No response within 5 ms.');
  });

  it('takes a result that arrived in time, although this process was too busy to read it', async () => {
    // A program that answers with what it is given.
    const other = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] });
    try {
      other.stdin.write('ready');
      await once(other.stdout, 'data');
      const answer = within(20, once(other.stdout, 'data'));
      other.stdin.write('answer');
      // Let the bytes leave, then keep the event loop busy until long after the answer has arrived and the time is over.
      await new Promise((left) => setImmediate(left));
      const end = performance.now() + 300;
      while (performance.now() < end);
      expect(String(await answer)).toBe('answer');
    } finally {
      other.kill();
    }
  });
});
