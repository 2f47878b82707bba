import { type Answer, type Caller, freshKey } from '../kit/client.js';
import { givenWorkItem } from '../kit/given.js';
import type { World } from '../kit/world.js';
import { search } from '../squeakql/finding.js';
import { refusalsOf } from './on-its-own.js';

/** Descriptions of a bulk request of 200 KiB: 50 of them. */
const PART = 'An ordinary text. '.repeat(228);

/** A client of another Organization than the attackers', which does ordinary work. */
export class Neighbor {
  private constructor(
    readonly caller: Caller,
    readonly org: string,
    readonly project: string,
    /** Path of a Work Item. */
    readonly item: string,
  ) {}

  static async in(world: World): Promise<Neighbor> {
    const project = world.project('WEB', 'foreign');
    const { key } = await givenWorkItem(world.stranger, project);
    return new Neighbor(world.stranger, world.org('foreign'), project, world.item(key, 'foreign'));
  }

  /**
   * Sends all kinds of requests concurrently, that many times. Returns the requests that were refused, such as `a creation: 429`, or had
   * no response.
   */
  async refusals(times: number): Promise<string[]> {
    const refused: string[] = [];
    for (let n = 0; n < times; n += 1) {
      const works = Object.entries(this.ordinaryWork());
      refused.push(...(await Promise.all(works.map(([what, ask]) => refusalsOf(1, what, ask)))).flat());
    }
    return refused;
  }

  private ordinaryWork(): Record<string, () => Promise<Answer>> {
    const { caller, org, project, item } = this;
    const operations = Array.from({ length: 50 }, () => ({
      projectKey: 'WEB',
      title: 'One of many',
      description: PART,
    }));
    return {
      'a creation': () => caller.post(`${project}/work-items`, { title: 'Ordinary work' }, { key: freshKey() }),
      'a comment': () => caller.post(`${item}/comments`, { body: 'An ordinary comment' }),
      'a get': () => caller.get(item),
      'a list': () => caller.get(`${project}/work-items`),
      'a filtered list': () => caller.get(`${project}/work-items?status=backlog&q=ordinary`),
      'a search': () => search(caller, org, { query: 'status = backlog ORDER BY created' }),
      'a bulk of 200 KiB': () => caller.post(`${org}/bulk-work-items`, { operations }),
    };
  }
}
