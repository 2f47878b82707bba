import { ReleaseFiles, type ReleaseFile } from '@worktrack/application';
import { EarlierFiles } from './earlier-files.js';

const OLD = { name: 'index-1a2b3c4d.js', type: 'text/javascript', bytes: Buffer.from('old') };

/** Counts what the database is asked. */
class Counted extends ReleaseFiles {
  readonly asked = { names: 0, read: 0 };
  kept: readonly ReleaseFile[] = [OLD];
  isAway = false;

  offer(): Promise<number> {
    return Promise.reject(new Error('Nothing is offered here.'));
  }

  names(): Promise<readonly string[]> {
    this.asked.names += 1;
    return this.isAway ? Promise.reject(new Error('away')) : Promise.resolve(this.kept.map(({ name }) => name));
  }

  read(name: string): Promise<ReleaseFile | undefined> {
    this.asked.read += 1;
    return Promise.resolve(this.kept.find((file) => file.name === name));
  }
}

const guess = (n: number) => `index-${String(n).padStart(8, '0')}.js`;

describe('Files of other releases', () => {
  let files: Counted;
  let earlier: EarlierFiles;
  let now: number;

  beforeEach(() => {
    files = new Counted();
    earlier = new EarlierFiles(files);
    now = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('are read once for many requests, and again after a minute', async () => {
    const found = await Promise.all([1, 2, 3].map(() => earlier.find(OLD.name)));
    expect(found).toEqual([OLD, OLD, OLD]);
    expect(files.asked).toEqual({ names: 1, read: 1 });
    now += 60_000;
    expect(await earlier.find(OLD.name)).toEqual(OLD);
    expect(files.asked).toEqual({ names: 1, read: 2 });
  });

  it('cost a stranger who guesses a thousand names a second one read of all names', async () => {
    for (let n = 0; n < 1_000; n += 1) expect(await earlier.find(guess(n))).toBeUndefined();
    expect(files.asked).toEqual({ names: 1, read: 0 });
    now += 1_000;
    for (let n = 0; n < 1_000; n += 1) await earlier.find(guess(n));
    expect(files.asked).toEqual({ names: 2, read: 0 });
  });

  it.each([
    'index.js',
    'index-1a2b3c4d.html',
    '../index-1a2b3c4d.js',
    'a/index-1a2b3c4d.js',
    `${'x'.repeat(200)}-1a2b3c4d.js`,
    '',
  ])('are not asked for by a name of another form: %.30s', async (name) => {
    expect(await earlier.find(name)).toBeUndefined();
    expect(files.asked).toEqual({ names: 0, read: 0 });
  });

  it('are found when a server of another release begins later', async () => {
    const next = { ...OLD, name: guess(7) };
    expect(await earlier.find(next.name)).toBeUndefined();
    files.kept = [OLD, next];
    now += 1_000;
    expect(await earlier.find(next.name)).toEqual(next);
  });

  it('are at most 200 in memory', async () => {
    files.kept = Array.from({ length: 201 }, (_, n) => ({ ...OLD, name: guess(n) }));
    for (const { name } of files.kept) await earlier.find(name);
    await earlier.find(guess(200));
    expect(files.asked.read).toBe(201);
    await earlier.find(guess(0));
    expect(files.asked.read).toBe(202);
  });

  it('are asked for again after the database was away', async () => {
    files.isAway = true;
    await expect(earlier.find(OLD.name)).rejects.toThrow('away');
    files.isAway = false;
    now += 1_000;
    expect(await earlier.find(OLD.name)).toEqual(OLD);
  });
});
