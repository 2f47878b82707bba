import { givenLabel, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import type { World } from '../kit/world.js';

/**
 * The steps that the program of every generated client takes (`examples/clients`). Each prints `ok: ` and these words when the response was as
 * expected.
 */
export const STEPS = [
  'who am I',
  'create a Work Item',
  'read it and change it with its tag',
  'attach a label',
  'link it',
  'comment on it',
  'upload a file',
  'download it',
  'complete a Sprint and carry its work over',
  'read the seven reports',
  'read the Sprint report',
  'search',
  'page through a list',
  'read the activity',
];

/** Makes what the programs work with. Returns their environment: a Project with a Work Item, a label, an active Sprint and the next one. */
export async function givenSurroundings(world: World): Promise<Readonly<Record<string, string>>> {
  const { owner } = world;
  const { key } = await givenProject(owner, world.org());
  const project = world.project(key);
  const sprint = await givenSprint(owner, project);
  await moved(owner, `${project}/sprints/${String(sprint.id)}`, 'active');
  const next = await givenSprint(owner, project);
  const label = await givenLabel(owner, project, 'frontend');
  const other = await givenWorkItem(owner, project);
  return {
    BASE_URL: world.baseUrl,
    TOKEN: world.token('owner').token,
    ORGANIZATION: world.slug,
    PROJECT: key,
    SPRINT: sprint.id,
    NEXT_SPRINT: next.id,
    LABEL: label.name,
    OTHER: other.key,
  };
}
