import type { Answer, Caller } from '../kit/client.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import type { World } from '../kit/world.js';

/** The Work Items of a Project of its own. In a query `KEY` stands for the key of the Project. */
export class ItemList {
  private constructor(
    private readonly world: World,
    readonly project: any,
  ) {}

  static async of(world: World): Promise<ItemList> {
    return new ItemList(world, await givenProject(world.owner, world.org()));
  }

  /** `{proj}` */
  get path(): string {
    return this.world.project(this.project.key);
  }

  /** Gives the list one more item; answers its representation. */
  add(title: string, members: object = {}): Promise<any> {
    return givenWorkItem(this.world.owner, this.path, { title, ...members });
  }

  /** Sends the query unchanged, except that `KEY` is replaced by the Project's key, and returns the answer. */
  get(query: string, caller: Caller = this.world.owner): Promise<Answer> {
    return caller.get(`${this.path}/work-items?${query.replaceAll('KEY', this.project.key)}`);
  }

  /** The rows that the collection shows. */
  async rows(query: string, caller?: Caller): Promise<any[]> {
    const { status, text, body } = await this.get(query, caller);
    if (status !== 200) throw new Error(`?${query} was refused: ${status} ${text}`);
    return body.items;
  }

  /** The titles of the rows, in their order. */
  async titles(query: string, caller?: Caller): Promise<string[]> {
    return (await this.rows(query, caller)).map(({ title }) => title);
  }
}
