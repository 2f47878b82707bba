import { randomUUID } from 'node:crypto';
import type { Answer, Ask, Caller } from '../kit/client.js';
import { givenComment, givenLabel, givenLink, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { uploadOf } from '../kit/upload.js';
import type { World } from '../kit/world.js';

/** A Project in which one mutation is sent again and again, one request after the other. */
export interface Place {
  readonly world: World;
  readonly owner: Caller;
  /** Its path, name and key. */
  readonly project: string;
  readonly name: string;
  readonly key: string;
}

/** Makes what one request needs, and returns the request, which changes something. Its headers lack the key. */
type Prepare = (place: Place) => Promise<Ask>;

const ANY = { 'if-match': '*' };

const item = async ({ owner, project }: Place): Promise<{ path: string; key: string }> => {
  const { key } = await givenWorkItem(owner, project);
  return { path: `${project}/work-items/${key}`, key };
};

async function accepted(answer: Promise<Answer>): Promise<any> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`Refused: ${status} ${text}`);
  return body;
}

const post = (target: string, body: unknown, headers = {}): Ask => ({ method: 'POST', target, body, headers });
const patch = (target: string, body: unknown, headers = {}): Ask => ({ method: 'PATCH', target, body, headers });
const remove = (target: string, headers = {}): Ask => ({ method: 'DELETE', target, headers });

const operationOn = ({ key }: Place, workItemKey: string) => ({ projectKey: key, workItemKey, revision: 1 });

/** The 25 mutations of the API: an effect of each that can be seen in the database. */
export const MUTATIONS: Readonly<Record<string, Prepare>> = {
  createProject: ({ world, name }) =>
    Promise.resolve(post(`${world.org()}/projects`, { name: `${name} ${randomUUID()}` })),
  updateProject: ({ project }) => Promise.resolve(patch(project, { description: randomUUID() }, ANY)),
  archiveProject: async ({ owner, project }) => {
    if ((await owner.get(project)).body.archivedAt !== null)
      await accepted(owner.post(`${project}/unarchive`, {}, { ifMatch: '*' }));
    return post(`${project}/archive`, {}, ANY);
  },
  unarchiveProject: async ({ owner, project }) => {
    if ((await owner.get(project)).body.archivedAt === null)
      await accepted(owner.post(`${project}/archive`, {}, { ifMatch: '*' }));
    return post(`${project}/unarchive`, {}, ANY);
  },
  createProjectLabel: ({ project }) => Promise.resolve(post(`${project}/labels`, { name: randomUUID() })),
  createProjectSprint: ({ project }) => Promise.resolve(post(`${project}/sprints`, { name: 'A Sprint' })),
  transitionProjectSprint: async ({ world, owner, name }) => {
    // A Project of its own: no other Sprint is active there.
    const project = world.project((await givenProject(owner, world.org(), { name: `${name} ${randomUUID()}` })).key);
    const { id } = await givenSprint(owner, project);
    await givenWorkItem(owner, project, { sprintId: id });
    return post(`${project}/sprints/${id}/transitions`, { targetState: 'active' }, ANY);
  },
  createWorkItem: ({ project }) => Promise.resolve(post(`${project}/work-items`, { title: 'Made' })),
  updateWorkItem: async (place) => patch((await item(place)).path, { title: 'Changed' }, ANY),
  transitionWorkItem: async (place) =>
    post(`${(await item(place)).path}/transitions`, { targetStatus: 'in_progress' }, ANY),
  archiveWorkItem: async (place) => post(`${(await item(place)).path}/archive`, {}, ANY),
  unarchiveWorkItem: async (place) => {
    const { path } = await item(place);
    await accepted(place.owner.post(`${path}/archive`, {}, { ifMatch: '*' }));
    return post(`${path}/unarchive`, {}, ANY);
  },
  deleteWorkItem: async (place) => remove((await item(place)).path, ANY),
  bulkCreateWorkItems: ({ world, key }) => {
    const operations = ['One', 'Two', 'Three'].map((title) => ({ projectKey: key, title }));
    return Promise.resolve(post(`${world.org()}/bulk-work-items`, { operations }));
  },
  bulkUpdateWorkItems: async (place) => {
    const items = [await item(place), await item(place)];
    const operations = items.map(({ key }) => ({ ...operationOn(place, key), changes: { title: 'Changed' } }));
    return patch(`${place.world.org()}/bulk-work-items`, { operations });
  },
  bulkTransitionWorkItems: async (place) => {
    const items = [await item(place), await item(place)];
    const operations = items.map(({ key }) => ({ ...operationOn(place, key), targetStatus: 'in_progress' }));
    return post(`${place.world.org()}/bulk-work-item-transitions`, { operations });
  },
  createWorkItemLink: async (place) => {
    const [one, other] = [await item(place), await item(place)];
    return post(`${one.path}/links`, { relation: 'blocks', targetKey: other.key });
  },
  deleteWorkItemLink: async (place) => {
    const [one, other] = [await item(place), await item(place)];
    const { id } = await givenLink(place.owner, one.path, other.key);
    return remove(`${one.path}/links/${id}`);
  },
  createWorkItemLabelAssignment: async (place) => {
    const { id } = await givenLabel(place.owner, place.project, randomUUID());
    return post(`${(await item(place)).path}/labels`, { labelId: id }, ANY);
  },
  deleteWorkItemLabelAssignment: async (place) => {
    const { id } = await givenLabel(place.owner, place.project, randomUUID());
    const { path } = await item(place);
    await accepted(place.owner.post(`${path}/labels`, { labelId: id }, { ifMatch: '*' }));
    return remove(`${path}/labels/${id}`, ANY);
  },
  createWorkItemComment: async (place) => post(`${(await item(place)).path}/comments`, { body: 'A word' }),
  updateWorkItemComment: async (place) => {
    const { path } = await item(place);
    const { id } = await givenComment(place.owner, path);
    return patch(`${path}/comments/${id}`, { body: 'Another word' });
  },
  deleteWorkItemComment: async (place) => {
    const { path } = await item(place);
    const { id } = await givenComment(place.owner, path);
    return remove(`${path}/comments/${id}`);
  },
  createWorkItemAttachment: async (place) => post(`${(await item(place)).path}/attachments`, uploadOf('A file')),
  deleteWorkItemAttachment: async (place) => {
    const { path } = await item(place);
    const { id } = await accepted(place.owner.post(`${path}/attachments`, uploadOf('A file')));
    return remove(`${path}/attachments/${id}`);
  },
};

/** Makes a Project for one mutation. */
export async function placeFor(world: World, operation: string): Promise<Place> {
  const { owner } = world;
  const name = `${operation} ${randomUUID().slice(0, 8)}`;
  const { key } = await givenProject(owner, world.org(), { name });
  return { world, owner, project: world.project(key), name, key };
}
