import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exclusively } from './exclusive-lock.js';
import { OtherProcess } from '../test/other-process.js';

afterEach(() => OtherProcess.killAll());
jest.setTimeout(60_000);

describe('Exclusive work', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'exclusive-'));
  const lock = path.join(folder, 'lock');
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is held by one holder at a time, in one process and in several', async () => {
    const counter = path.join(folder, 'counter');
    writeFileSync(counter, '0');
    const script = `
      const { readFileSync, writeFileSync } = require('node:fs');
      const { exclusively } = built('exclusive-lock');
      const one = () => exclusively(${JSON.stringify(lock)}, async () => {
        const before = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
        await new Promise((go) => setTimeout(go, 1));
        writeFileSync(${JSON.stringify(counter)}, String(before + 1));
      });
      for (let round = 0; round < 5; round += 1) await Promise.all([one(), one()]);
      say('done');`;
    const processes = [1, 2, 3].map(() => OtherProcess.running(script));
    await Promise.all(processes.map((one) => one.line()));
    expect(readFileSync(counter, 'utf8')).toBe('30');
  });

  it('goes on when the one before it was killed in the middle', async () => {
    const holder = OtherProcess.running(
      `await built('exclusive-lock').exclusively(${JSON.stringify(lock)}, async () => { say('in'); await released(); });`,
    );
    await holder.line();
    let entered = false;
    const waiting = exclusively(lock, () => Promise.resolve((entered = true)));
    await new Promise((go) => setTimeout(go, 100));
    expect(entered).toBe(false);
    await holder.kill();
    expect(await waiting).toBe(true);
  });

  it('makes room when it fails', async () => {
    await expect(exclusively(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await exclusively(lock, () => Promise.resolve('yes'))).toBe('yes');
  });
});
