import type { Caller } from '../kit/client.js';
import { givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import type { TestTime } from '../kit/test-time.js';

/** A fresh Project, and the requests that change it at chosen instants. */
export class Story {
  private constructor(
    private readonly owner: Caller,
    /** `{proj}` */
    readonly project: string,
    readonly key: string,
  ) {}

  /** Creates the Project, on 1 March 2026 by default. */
  static async begin(time: TestTime, instant = '2026-03-01T00:00:00Z'): Promise<Story> {
    await time.at(instant);
    const { owner } = time.world;
    const { key } = await givenProject(owner, time.world.org());
    return new Story(owner, time.world.project(key as string), key as string);
  }

  /** Creates an item and returns its number. */
  async item(members: object = {}): Promise<number> {
    const { key } = await givenWorkItem(this.owner, this.project, { status: 'todo', ...members });
    return Number((key as string).split('-')[1]);
  }

  async moves(number: number, ...statuses: string[]): Promise<void> {
    for (const targetStatus of statuses) await this.act('post', number, '/transitions', { targetStatus });
  }

  changes(number: number, members: object): Promise<void> {
    return this.act('patch', number, '', members);
  }

  archives(number: number): Promise<void> {
    return this.act('post', number, '/archive', {});
  }

  deletes(number: number): Promise<void> {
    return this.act('delete', number, '', {});
  }

  labels(number: number, label: string): Promise<void> {
    return this.act('post', number, '/labels', { label });
  }

  async sprint(name = 'Sprint'): Promise<string> {
    return (await givenSprint(this.owner, this.project, { name })).id as string;
  }

  starts(sprintId: string): Promise<unknown> {
    return moved(this.owner, `${this.project}/sprints/${sprintId}`, 'active');
  }

  completes(sprintId: string): Promise<unknown> {
    return moved(this.owner, `${this.project}/sprints/${sprintId}`, 'done', { completionAction: { mode: 'backlog' } });
  }

  async report(type: string, parameters: Readonly<Record<string, string | number>> = {}): Promise<any> {
    const { status, text, body } = await this.owner.get(this.target(type, parameters));
    if (status !== 200) throw new Error(`There is no report: ${status} ${text}`);
    return body;
  }

  target(type: string, parameters: Readonly<Record<string, string | number>> = {}): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    return `${this.project}/reports/${type}?${query.toString()}`;
  }

  private async act(method: 'post' | 'patch' | 'delete', number: number, path: string, body: object): Promise<void> {
    const target = `${this.project}/work-items/${this.key}-${number}${path}`;
    const { owner } = this;
    const answer = await (method === 'delete' ? owner.delete(target) : owner[method](target, body, { ifMatch: '*' }));
    if (answer.status >= 300) throw new Error(`It did not happen: ${answer.status} ${answer.text}`);
  }
}

/** Returns the number in the key of the Work Item in a row of a report. */
export function numberOf({ workItem }: any): number {
  return Number((workItem.key as string).split('-')[1]);
}
