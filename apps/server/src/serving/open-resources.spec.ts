import { pino } from 'pino';
import { OpenResources } from './open-resources.js';

describe('What a process holds', () => {
  let recorded: string[];
  const log = pino({}, { write: (line) => void recorded.push((JSON.parse(line) as { msg: string }).msg) });

  beforeEach(() => {
    recorded = [];
  });

  it('is given back once, the last first, whatever fails on the way', async () => {
    const resources = new OpenResources();
    const given: string[] = [];
    resources.add(() => void given.push('database'));
    resources.add(() => Promise.reject(new Error('It is gone.')));
    resources.add(() => void given.push('port'));
    await resources.releaseWithin(60_000, log);
    await resources.releaseWithin(60_000, log);
    expect(given).toEqual(['port', 'database']);
    expect(recorded).toEqual(['Something could not be given back.']);
  });

  it('is not waited for beyond the time that there is, be it a sweep or a report that goes on', async () => {
    const resources = new OpenResources();
    resources.add(() => new Promise(() => undefined));
    await resources.releaseWithin(20, log);
    expect(recorded).toEqual(['The time to stop is over: whatever still runs is cut.']);
  });
});
