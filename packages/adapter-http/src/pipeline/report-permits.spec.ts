import { Abandoned, Overloaded } from '@worktrack/application';
import type { Release } from './fair-share.js';
import { ReportPermits } from './report-permits.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The requested reports, each named by its Organization, its token and a number: `a1 #2`. */
class Asked {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  private readonly permits = new Map<string, Release>();

  constructor(private readonly reports: ReportPermits) {}

  ask(name: string, signal = new AbortController().signal): void {
    const [token = ''] = name.split(' ');
    this.reports.take(token, token.charAt(0), signal).then(
      (release) => {
        this.begun.push(name);
        this.permits.set(name, release);
      },
      (error: unknown) => this.refused.push(`${name}: ${error instanceof Error ? error.name : ''}`),
    );
  }

  async end(name: string): Promise<void> {
    this.permits.get(name)?.();
    await settled();
  }
}

describe('The permits of reports', () => {
  afterEach(() => jest.useRealTimers());

  it('give one token one connection, and the others those that are left', async () => {
    const asked = new Asked(new ReportPermits(4));
    for (let n = 1; n <= 5; n += 1) asked.ask(`a1 #${n}`);
    await settled();
    expect(asked.begun).toEqual(['a1 #1']);
    asked.ask('b1 #1');
    asked.ask('a2 #1');
    asked.ask('b1 #2');
    await settled();
    expect(asked.begun).toEqual(['a1 #1', 'b1 #1', 'a2 #1']);
    await asked.end('b1 #1');
    expect(asked.begun).toEqual(['a1 #1', 'b1 #1', 'a2 #1', 'b1 #2']);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [5, 2],
  ])('of %i connections give one Organization %i, whatever tokens it has', async (connections, ofOrganization) => {
    const asked = new Asked(new ReportPermits(connections));
    for (let n = 1; n <= 5; n += 1) asked.ask(`a${n} #1`);
    await settled();
    expect(asked.begun).toEqual(['a1 #1', 'a2 #1'].slice(0, ofOrganization));
    for (const organization of ['b', 'c', 'd', 'e', 'f']) asked.ask(`${organization}1 #1`);
    await settled();
    const others = ['b1 #1', 'c1 #1', 'd1 #1', 'e1 #1', 'f1 #1'].slice(0, connections - ofOrganization);
    expect(asked.begun.slice(ofOrganization)).toEqual(others);
  });

  it('go round among tokens, each in the order it asked', async () => {
    const asked = new Asked(new ReportPermits(1));
    for (const name of ['a1 #1', 'a1 #2', 'a1 #3', 'a2 #1', 'a3 #1', 'a2 #2']) asked.ask(name);
    const order = ['a1 #1', 'a2 #1', 'a3 #1', 'a1 #2', 'a2 #2', 'a1 #3'];
    for (const name of order) {
      await settled();
      await asked.end(name);
    }
    expect(asked.begun).toEqual(order);
  });

  it('go round among Organizations, so that one with many tokens does not keep another waiting', async () => {
    const asked = new Asked(new ReportPermits(1));
    for (let n = 1; n <= 20; n += 1) asked.ask(`a${n} #1`);
    asked.ask('b1 #1');
    await settled();
    await asked.end('a1 #1');
    expect(asked.begun).toEqual(['a1 #1', 'b1 #1']);
  });

  it('let an Organization for which many reports wait rest as long as the last one took, and others go on', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const asked = new Asked(new ReportPermits(2));
    for (let n = 1; n <= 10; n += 1) asked.ask(`a${n} #1`);
    await settled();
    jest.advanceTimersByTime(30);
    await asked.end('a1 #1');
    asked.ask('b1 #1');
    await settled();
    expect(asked.begun).toEqual(['a1 #1', 'b1 #1']);
    jest.advanceTimersByTime(29);
    await settled();
    expect(asked.begun).toHaveLength(2);
    jest.advanceTimersByTime(1);
    await settled();
    expect(asked.begun.at(-1)).toBe('a2 #1');
    // A long report is followed by a rest of a tenth of a second; eight that wait are no crowd.
    jest.advanceTimersByTime(5_000);
    asked.ask('a11 #1');
    await asked.end('a2 #1');
    jest.advanceTimersByTime(99);
    await settled();
    expect(asked.begun).toHaveLength(3);
    jest.advanceTimersByTime(1);
    await settled();
    expect(asked.begun.at(-1)).toBe('a3 #1');
    await asked.end('a3 #1');
    expect(asked.begun.at(-1)).toBe('a4 #1');
  });

  it('let an Organization with two permits rest until the longer of two rests has passed', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const asked = new Asked(new ReportPermits(4));
    for (let n = 1; n <= 12; n += 1) asked.ask(`a${n} #1`);
    await settled();
    jest.advanceTimersByTime(40);
    await asked.end('a1 #1');
    jest.advanceTimersByTime(30);
    await asked.end('a2 #1');
    // The first rest would end after 40 ms, the second one ends after 70.
    jest.advanceTimersByTime(69);
    await settled();
    expect(asked.begun).toEqual(['a1 #1', 'a2 #1']);
    jest.advanceTimersByTime(1);
    await settled();
    expect(asked.begun).toEqual(['a1 #1', 'a2 #1', 'a3 #1', 'a4 #1']);
  });

  it('are not taken by a request whose client went away, and are given back only once', async () => {
    const asked = new Asked(new ReportPermits(1));
    const gone = new AbortController();
    asked.ask('a1 #1');
    asked.ask('b1 #1', gone.signal);
    asked.ask('c1 #1');
    asked.ask('d1 #1');
    await settled();
    gone.abort(new Abandoned());
    await settled();
    await asked.end('a1 #1');
    await asked.end('a1 #1');
    expect([asked.begun, asked.refused]).toEqual([['a1 #1', 'c1 #1'], ['b1 #1: Abandoned']]);
  });

  it('that do not come in time are refused', async () => {
    const reports = new ReportPermits(1, 20);
    const { signal } = new AbortController();
    const release = await reports.take('a1', 'a', signal);
    await expect(reports.take('b1', 'b', signal)).rejects.toBeInstanceOf(Overloaded);
    release();
    await expect(reports.take('c1', 'c', signal)).resolves.toBeInstanceOf(Function);
  });
});
