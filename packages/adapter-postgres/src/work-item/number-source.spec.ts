import type { OrganizationId, ProjectId } from '@worktrack/domain';
import type { Reader, Value } from '../engine/statement.js';
import { NumberSource } from './number-source.js';

const INSTANT = new Date('2026-09-01T00:00:00.000Z');

const project = (id: string) => ({ organizationId: 'acme' as OrganizationId, projectId: id as ProjectId });

/** A database of counters that answers when the test lets it. */
class Counters implements Reader {
  private readonly last = new Map<unknown, number>();
  readonly asked: { readonly project: unknown; readonly count: number; readonly answer: () => void }[] = [];
  fails = false;

  rows<Row extends object>(_statement: object, [, id, count]: readonly Value[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const answer = () => {
        if (this.fails) {
          reject(new Error('The database is away.'));
          return;
        }
        const lastNumber = (this.last.get(id) ?? 0) + Number(count);
        this.last.set(id, lastNumber);
        resolve([{ lastNumber, instant: INSTANT }] as object[] as Row[]);
      };
      this.asked.push({ project: id, count: Number(count), answer });
    });
  }

  /** Answers the only statement that is under way. */
  async answer(): Promise<void> {
    this.asked.at(-1)!.answer();
    await new Promise(setImmediate);
  }
}

describe('The source of numbers', () => {
  it('takes the numbers of all who came during a statement with the next one, in the order in which they came', async () => {
    const counters = new Counters();
    const source = new NumberSource(counters);
    const web = project('web');
    const taken = [1, 1, 50, 1].map((count) => source.take(web, count));
    expect(counters.asked.map(({ count }) => count)).toEqual([1]);
    await counters.answer();
    expect(counters.asked.map(({ count }) => count)).toEqual([1, 52]);
    const later = source.take(web, 2);
    await counters.answer();
    await counters.answer();
    expect(await Promise.all([...taken, later])).toEqual(
      [1, 2, 3, 53, 54].map((first) => ({ first, instant: INSTANT })),
    );
    // Nobody waits any more, so the next one is asked for at once.
    void source.take(web, 1);
    expect(counters.asked).toHaveLength(4);
  });

  it('lets nobody wait for another Project', () => {
    const counters = new Counters();
    const source = new NumberSource(counters);
    void source.take(project('web'), 1);
    void source.take(project('ham'), 1);
    expect(counters.asked.map(({ project: id }) => id)).toEqual(['web', 'ham']);
  });

  it('gives the error of a statement to those whom it served, and goes on', async () => {
    const counters = new Counters();
    const source = new NumberSource(counters);
    counters.fails = true;
    const outcomes = Promise.allSettled([1, 1, 1].map((count) => source.take(project('web'), count)));
    await counters.answer();
    counters.fails = false;
    await counters.answer();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
