import { MOST_RELEASE_FILES, type ReleaseFile } from '@worktrack/application';
import { databaseSuite } from '../../test/suite.js';

const SCRIPT: ReleaseFile = {
  name: 'index-1a2B3c4D.js',
  type: 'text/javascript; charset=utf-8',
  bytes: Buffer.from('console.log("Worktrack")'),
  br: Buffer.from([0, 255, 1]),
  gzip: Buffer.from([31, 139]),
};
const FONT: ReleaseFile = { name: 'inter-_2b3c-d5.woff2', type: 'font/woff2', bytes: Buffer.from([0, 1, 2]) };

describe('Files of releases', () => {
  const suite = databaseSuite();
  afterEach(() => suite.database.sql('truncate release_files'));

  const files = () => suite.ports.releaseFiles;
  const age = (name: string, interval: string) =>
    suite.database.sql('update release_files set offered_at = now() - $2::interval where name = $1', [name, interval]);
  const minutesSince = async (name: string) => {
    const [row] = await suite.database.sql<{ minutes: number }>(
      'select extract(epoch from now() - offered_at)::float8 / 60 as minutes from release_files where name = $1',
      [name],
    );
    return row?.minutes;
  };

  it('are read as they were offered, and those that were not are not there', async () => {
    expect(await files().offer([SCRIPT, FONT])).toBe(0);
    expect(await files().read(SCRIPT.name)).toEqual(SCRIPT);
    expect(await files().read(FONT.name)).toEqual({ ...FONT, br: undefined, gzip: undefined });
    expect(await files().read('index-00000000.js')).toBeUndefined();
    expect([...(await files().names())].sort()).toEqual([SCRIPT.name, FONT.name]);
  });

  it('are added by servers that begin at once, each once', async () => {
    const [other] = [await suite.database.ports()];
    const offers = [files(), other.releaseFiles, files()].map((one) => one.offer([SCRIPT, FONT]));
    expect(await Promise.all(offers)).toEqual([0, 0, 0]);
    expect(await files().names()).toHaveLength(2);
  });

  it('have another day when a server of their release offers them again, and are not written for each server', async () => {
    await files().offer([SCRIPT, FONT]);
    await age(SCRIPT.name, '24 hours');
    await age(FONT.name, '10 minutes');
    await files().offer([SCRIPT, FONT]);
    expect(await minutesSince(SCRIPT.name)).toBeLessThan(1);
    expect(await minutesSince(FONT.name)).toBeGreaterThan(9);
  });

  it('are gone when no server has offered them for 25 hours, before and after the purge', async () => {
    await files().offer([SCRIPT, FONT]);
    await age(SCRIPT.name, '25 hours 1 second');
    await age(FONT.name, '24 hours 59 minutes');
    expect(await files().read(SCRIPT.name)).toBeUndefined();
    expect(await files().names()).toEqual([FONT.name]);
    expect(await suite.ports.purgeEndedSessions()).toBe(1);
    expect(await suite.database.sql('select name from release_files')).toEqual([{ name: FONT.name }]);
  });

  it('are at most 2,000: the server is told how many of its own have no room', async () => {
    await suite.database.sql(
      `insert into release_files select 'kept-' || n, 'text/css', '', null, null, now() from generate_series(1, $1::int) n`,
      [MOST_RELEASE_FILES - 1],
    );
    expect(await files().offer([SCRIPT, FONT])).toBe(1);
    expect(await suite.database.sql('select count(*) as count from release_files')).toEqual([{ count: '2000' }]);
  });
});
