import { Writable } from 'node:stream';
import { pino } from 'pino';
import { logOptions } from './logging.js';

const lines = () => {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  return { log: pino(logOptions('info'), stream), read: () => written.map((line) => JSON.parse(line)) };
};

describe('The log', () => {
  it('writes a line of JSON with the severity as a word and the instant in UTC', () => {
    const { log, read } = lines();
    log.info('Ready.');
    log.debug('Not at this level.');
    expect(read()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), pid: process.pid, msg: 'Ready.' },
    ]);
  });

  it('shows of an error its words only, not what a library hung on it', () => {
    const { log, read } = lines();
    const cause = Object.assign(new Error('inner'), { code: '23505', detail: 'secret', parameters: ['secret'] });
    log.error({ err: Object.assign(new Error('outer', { cause }), { config: { headers: 'secret' } }) }, 'Failed.');
    expect(read()).toMatchObject([
      { err: { type: 'Error', message: 'outer', cause: { message: 'inner', code: '23505' } } },
    ]);
    expect(JSON.stringify(read())).not.toContain('secret');
  });
});
