import { pino } from 'pino';
import { Holdings } from './holdings.js';

describe('What a process holds', () => {
  let recorded: string[];
  const log = pino({}, { write: (line) => void recorded.push((JSON.parse(line) as { msg: string }).msg) });

  beforeEach(() => {
    recorded = [];
  });

  it('is given back once, the last first, whatever fails on the way', async () => {
    const holdings = new Holdings();
    const given: string[] = [];
    holdings.add(() => void given.push('database'));
    holdings.add(() => Promise.reject(new Error('It is gone.')));
    holdings.add(() => void given.push('port'));
    await holdings.giveBackWithin(60_000, log);
    await holdings.giveBackWithin(60_000, log);
    expect(given).toEqual(['port', 'database']);
    expect(recorded).toEqual(['Something could not be given back.']);
  });

  it('is not waited for beyond the time that there is, be it a sweep or a report that goes on', async () => {
    const holdings = new Holdings();
    holdings.add(() => new Promise(() => undefined));
    await holdings.giveBackWithin(20, log);
    expect(recorded).toEqual(['The time to stop is over: whatever still runs is cut.']);
  });
});
