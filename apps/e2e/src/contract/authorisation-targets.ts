import { randomUUID } from 'node:crypto';
import type { Caller } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { created, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import type { Named, Operation, State } from '../kit/operations.js';
import type { World } from '../kit/world.js';
import { uploadOf } from '../kit/upload.js';

export type OrganizationOfTarget = 'home' | 'asleep' | 'foreign' | 'unknown';

/** The path of a request, with the facts about it that a case needs. */
export interface Target {
  readonly path: string;
  /** `undefined` where the path names none. */
  readonly organization?: OrganizationOfTarget;
  readonly project?: string;
}

/** A Work Item with one of each thing that can be addressed in it. */
interface Furnished {
  readonly key: string;
  readonly id: string;
  readonly commentId: string;
  readonly linkId: string;
  readonly labelId: string;
  readonly attachmentId: string;
}

type Part = 'commentId' | 'linkId' | 'labelId' | 'attachmentId';
const PARTS: readonly Part[] = ['commentId', 'linkId', 'labelId', 'attachmentId'];

/** The resources that a path may name: a Work Item and its parts, or a Sprint. */
type Addressed = Partial<Furnished> & { readonly sprintId?: string | undefined };

const LABEL = 'everywhere';

/** All targets: those that stay as they are once for all requests, the others anew for each. */
export class Targets {
  private readonly facts: Facts;
  private readonly items = new Map<string, Furnished>();
  private archivedProject = '';
  private deletedComment = randomUUID() as string;
  private deletedLink = randomUUID() as string;
  private deletedAttachment = randomUUID() as string;
  private labelOfNobody = '';
  private labelOfHam = '';
  private readonly sprints = new Map<string, string>();

  private constructor(
    private readonly world: World,
    /** Operations that exist: what none of them makes is not made, and its rows are not asked for. */
    private readonly served: ReadonlySet<string>,
  ) {
    this.facts = new Facts(world.databaseUrl);
  }

  static async prepare(world: World, served: ReadonlySet<string>): Promise<Targets> {
    const targets = new Targets(world, served);
    await targets.prepareAll();
    return targets;
  }

  get named(): Named {
    return { otherKey: this.item('partner').key, labelName: LABEL };
  }

  /** Returns a target for requests that leave it unchanged: all of them share it. */
  shared(row: Operation, state: State, from: 'home' | 'asleep'): Target {
    if (!row.path.includes('{')) return { path: row.path };
    if (state === 'hidden') {
      const sprintId = this.sprints.get('foreign');
      return this.inOrganization(row, 'foreign', 'FOR', { ...this.item('foreign'), sprintId });
    }
    if (/^\{x?org\}/.test(row.path) && state === 'missing') return this.inOrganization(row, 'unknown');
    // In a suspended Organization the server looks nothing up, so the path may name anything.
    if (from === 'asleep') {
      return this.inOrganization(row, 'asleep', 'WEB', { ...this.item('asleep'), sprintId: randomUUID() });
    }
    if (row.path.startsWith('{wi}')) return this.inItem(row, state);
    if (row.path.includes('{sprintId}')) return this.inSprint(row, state);
    const projects: Partial<Record<State, string>> = { archived: this.archivedProject, missing: 'NONE' };
    return this.inOrganization(row, 'home', projects[state] ?? 'WEB');
  }

  /** Makes a target for a single request. */
  async own(row: Operation, state: 'visible' | 'archived'): Promise<Target> {
    if (row.path.startsWith('{wi}')) {
      const item = await this.furnish(
        'WEB',
        PARTS.filter((part) => row.path.includes(`{${part}}`)),
      );
      if (state === 'archived') await this.facts.archiveWorkItem(item.id);
      return this.inOrganization(row, 'home', 'WEB', item);
    }
    const { key } = await givenProject(this.world.owner, this.world.org());
    const sprintId = row.path.includes('{sprintId}') ? await this.sprint(this.world.owner, key) : undefined;
    if (state === 'archived') await this.archiveProject(key);
    return this.inOrganization(row, 'home', key, { sprintId });
  }

  private inSprint(row: Operation, state: State): Target {
    if (state === 'archived') {
      return this.inOrganization(row, 'home', this.archivedProject, { sprintId: this.sprints.get('archived') });
    }
    const there = this.sprints.get(state === 'misplaced' ? 'HAM' : 'WEB');
    return this.inOrganization(row, 'home', 'WEB', { sprintId: state === 'missing' ? randomUUID() : there });
  }

  private inItem(row: Operation, state: State): Target {
    const visible = this.item('visible');
    const part = PARTS.find((each) => row.path.includes(`{${each}}`));
    if (part === undefined) {
      const elsewhere = { ...visible, key: 'WEB-77777' };
      if (state === 'missing') return this.inOrganization(row, 'home', 'WEB', elsewhere);
      if (state === 'misplaced') return this.inOrganization(row, 'home', 'HAM', visible);
      return this.inOrganization(row, 'home', 'WEB', this.item(state));
    }
    if (state === 'archived') return this.inOrganization(row, 'home', 'WEB', this.item('archived'));
    if (state === 'orphaned') return this.inOrganization(row, 'home', 'WEB', this.item('deleted'));
    const ids: Partial<Record<State, string>> = {
      missing: randomUUID(),
      misplaced: part === 'labelId' ? this.labelOfHam : this.item('other')[part],
      deleted: {
        commentId: this.deletedComment,
        linkId: this.deletedLink,
        attachmentId: this.deletedAttachment,
        labelId: '',
      }[part],
      unattached: this.labelOfNobody,
    };
    return this.inOrganization(row, 'home', 'WEB', { ...visible, [part]: ids[state] ?? visible[part] });
  }

  private inOrganization(
    row: Operation,
    organization: OrganizationOfTarget,
    project?: string,
    item?: Addressed,
  ): Target {
    const org = this.world.org(organization === 'home' ? undefined : organization);
    const proj = `${org}/projects/${project ?? ''}`;
    const path = row.path
      .replace('{org}', org)
      .replace('{xorg}', org.replace('/api/v1/', '/api/x/'))
      .replace('{xproj}', proj.replace('/api/v1/', '/api/x/'))
      .replace('{proj}', proj)
      .replace('{wi}', `${proj}/work-items/${item?.key ?? ''}`)
      .replace(/\{(\w+)\}/, (_, part: keyof Addressed) => item?.[part] ?? randomUUID());
    const namesProject = !/^\{x?org\}/.test(row.path);
    return { path, organization, ...(namesProject && project !== undefined && { project }) };
  }

  private item(name: string): Furnished {
    const item = this.items.get(name);
    if (item === undefined) throw new Error(`There is no item "${name}".`);
    return item;
  }

  private async prepareAll(): Promise<void> {
    const { world, facts } = this;
    this.archivedProject = (await givenProject(world.owner, world.org())).key;
    if (this.served.has('createProjectSprint')) {
      this.sprints.set('archived', await this.sprint(world.owner, this.archivedProject));
      for (const key of ['WEB', 'HAM']) this.sprints.set(key, await this.sprint(world.owner, key));
      this.sprints.set('foreign', (await givenSprint(world.stranger, world.project('FOR', 'foreign'))).id);
    }
    await this.archiveProject(this.archivedProject);

    for (const name of ['partner', 'visible', 'other', 'archived', 'deleted']) {
      this.items.set(name, await this.furnish('WEB', name === 'partner' ? [] : PARTS));
    }
    // Use the admin, not the member, whose token must not have been accepted before the suspension.
    const there = world.caller('admin there');
    this.items.set('foreign', await this.bare(world.stranger, world.project('FOR', 'foreign')));
    this.items.set('asleep', await this.bare(there, world.project('WEB', 'asleep')));

    const inHam = await givenWorkItem(world.owner, world.project('HAM'));
    this.labelOfHam = await facts.label(inHam.id, LABEL);
    await facts.label(this.item('visible').id, LABEL);
    this.labelOfNobody = this.item('other').labelId;
    await this.prepareDeleted();
    await facts.archiveWorkItem(this.item('archived').id);
    await facts.deleteWorkItem(this.item('deleted').id);
  }

  private async prepareDeleted(): Promise<void> {
    const { member } = this.world;
    const visible = this.world.item(this.item('visible').key);
    if (this.served.has('deleteWorkItemComment')) {
      this.deletedComment = await this.comment(member, visible);
      await this.remove(`${visible}/comments/${this.deletedComment}`);
    }
    if (this.served.has('deleteWorkItemLink')) {
      this.deletedLink = await this.link(visible, 'blocks');
      await this.remove(`${visible}/links/${this.deletedLink}`);
    }
    if (this.served.has('deleteWorkItemAttachment')) {
      this.deletedAttachment = await this.attachment(member, visible);
      await this.remove(`${visible}/attachments/${this.deletedAttachment}`);
    }
  }

  /** A Work Item of ours, with a comment of the member, a link and a label: as many of them as are wanted. */
  private async furnish(project: string, parts: readonly Part[]): Promise<Furnished> {
    const { owner, member } = this.world;
    const item = await this.bare(owner, this.world.project(project));
    const path = this.world.item(item.key);
    const wants = (part: Part, maker: string): boolean => parts.includes(part) && this.served.has(maker);
    return {
      ...item,
      ...(wants('commentId', 'createWorkItemComment') && { commentId: await this.comment(member, path) }),
      ...(wants('linkId', 'createWorkItemLink') && { linkId: await this.link(path, 'relates') }),
      ...(wants('attachmentId', 'createWorkItemAttachment') && { attachmentId: await this.attachment(member, path) }),
      ...(parts.includes('labelId') && { labelId: await this.facts.label(item.id, randomUUID()) }),
    };
  }

  /** Makes a Work Item without parts; the ids of its parts are random. */
  private async bare(caller: Caller, project: string): Promise<Furnished> {
    const { key, id } = await givenWorkItem(caller, project);
    const parts = { commentId: randomUUID(), linkId: randomUUID(), labelId: randomUUID(), attachmentId: randomUUID() };
    return { key, id, ...parts };
  }

  private async sprint(caller: Caller, project: string): Promise<string> {
    return (await givenSprint(caller, this.world.project(project))).id;
  }

  private async comment(author: Caller, item: string): Promise<string> {
    return (await created(author.post(`${item}/comments`, { body: 'A comment' }))).id;
  }

  private async attachment(uploader: Caller, item: string): Promise<string> {
    return (await created(uploader.post(`${item}/attachments`, uploadOf('A file')))).id;
  }

  private async link(item: string, relation: string): Promise<string> {
    const targetKey = this.item('partner').key;
    return (await created(this.world.owner.post(`${item}/links`, { relation, targetKey }))).id;
  }

  private async archiveProject(key: string): Promise<void> {
    const { status } = await this.world.owner.post(`${this.world.project(key)}/archive`, {}, { ifMatch: '*' });
    if (status !== 200) throw new Error(`The Project ${key} was not archived.`);
  }

  private async remove(target: string): Promise<void> {
    const { status } = await this.world.member.delete(target);
    if (status !== 204) throw new Error(`${target} was not deleted.`);
  }
}
