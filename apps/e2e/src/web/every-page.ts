import { givenLabel, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { PLAIN, signedIn } from '../kit/session.js';
import { uploadOf } from '../kit/upload.js';
import type { World } from '../kit/world.js';

/** A page by the name of its pictures, and its address. */
export type NamedPage = readonly [name: string, target: string];

/** Fills the Organization, and returns the pages that a member sees: every screen behind sign-in, and what is special in its content. */
export async function givenEveryPage(world: World): Promise<readonly NamedPage[]> {
  const { owner } = world;
  const project = world.project();
  const mine = { assigneePublicId: world.user('member').publicId };
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const past = await givenSprint(owner, project, { name: 'Sprint 1', startDate: day(-20), endDate: day(-7) });
  const { id: sprintId } = await givenSprint(owner, project, {
    name: 'Sprint 2',
    startDate: day(-3),
    endDate: day(9),
  });
  const epic = await givenWorkItem(owner, project, { title: 'New entrance', type: 'epic', dueDate: day(30) });
  const label = await givenLabel(owner, project, 'outdoors');
  const door = await givenWorkItem(owner, project, {
    ...mine,
    title: 'Paint the door of the main entrance before the winter begins',
    description: 'Two coats of paint.',
    priority: 'urgent',
    storyPoints: 5,
    status: 'todo',
    sprintId: past.id,
    dueDate: day(-2),
    parentId: epic.id,
  });
  await owner.post(`${world.item(door.key)}/labels`, { labelId: label.id }, { ifMatch: '*' });
  await owner.post(`${world.item(door.key)}/comments`, { body: 'Which colour? See [the plan](https://example.org).' });
  const full = await givenWorkItem(owner, project, {
    title: 'A Work Item with everything that has a very-long-word-in-its-title-that-nobody-can-break',
    description: '# Why\n\n- [x] done\n- [ ] to do\n\n> said\n\n```\nlong code '.concat(
      'x'.repeat(120),
      '\n```\n\n|a|b|\n|-|-|\n|1|2|',
    ),
    parentId: epic.key,
  });
  await givenWorkItem(owner, project, { title: 'A sub-item', parentId: full.key, storyPoints: 3 });
  await owner.post(`${world.item(full.key)}/links`, { relation: 'blocks', targetKey: door.key });
  await owner.post(
    `${world.item(full.key)}/attachments`,
    uploadOf('x', { fileName: `${'long-name-'.repeat(12)}.txt` }),
  );
  const { body: said } = await owner.post(`${world.item(full.key)}/comments`, { body: 'Which colour?' });
  await owner.post(`${world.item(full.key)}/comments`, { body: 'Red', parentCommentId: said.id });
  const old = await givenWorkItem(owner, project, { title: 'An archived Work Item' });
  await owner.post(`${world.item(old.key)}/archive`, {}, { ifMatch: '*' });
  const gone = await givenWorkItem(owner, project, {
    title: 'A deleted Work Item that has a-very-long-word-in-its-title-that-nobody-can-break',
  });
  await owner.delete(world.item(gone.key));
  for (const [title, status, type] of [
    ['Sharpen the saw', 'in_progress', 'task'],
    ['Hinges squeak', 'in_review', 'bug'],
    ['Order new locks', 'done', 'story'],
  ]) {
    await givenWorkItem(owner, project, { ...mine, title, status, type, storyPoints: 2, sprintId: past.id });
  }
  await moved(owner, `${project}/sprints/${past.id}`, 'active');
  await moved(owner, `${project}/sprints/${past.id}`, 'done', {
    completionAction: { mode: 'sprint', targetSprintId: sprintId },
  });
  await moved(owner, `${project}/sprints/${sprintId}`, 'active');
  await givenWorkItem(owner, project, { ...mine, title: 'Measure the frame', sprintId, storyPoints: 1 });
  const member = await signedIn(world, 'member');
  const reports = `${project.replace('/api/v1/', '/api/')}/saved-sprint-reports`;
  const { body: saved } = await member.post(reports, { name: 'Stand-up', sprint: 'active' }, { key: null });
  await member.send({ method: 'PUT', target: `${reports}/${saved.id}/pin` });
  const token = { name: 'Build server', scopes: ['project:read'], expiresInDays: 30 };
  await member.post('/api/me/tokens', { ...token, organizations: [{ slug: world.slug }] }, PLAIN);
  const { body: view } = await owner.post(`/api/x/organizations/${world.slug}/saved-views`, {
    name: 'Estimated',
    query: 'points > 0',
    shared: true,
  });
  const web = `/o/${world.slug}/WEB`;
  return [
    ['my-work', '/'],
    ['my-work-commented', '/?tab=commented'],
    ['organization', `/o/${world.slug}`],
    ['people', `/o/${world.slug}/people`],
    ['people-nobody', `/o/${world.slug}/people?q=nobody-is-called-so`],
    ['profile', `/o/${world.slug}/people/${world.user('owner').publicId}?tab=created`],
    ['profile-activity', `/o/${world.slug}/people/${world.user('owner').publicId}?tab=activity`],
    ['project', web],
    ['board', `${web}/board`],
    ['board-in-lanes', `${web}/board?lanes=assignee&squeakql=points+%3E%3D+0`],
    ['backlog', `${web}/backlog`],
    ['sprints', `${web}/sprints`],
    ['search', `/o/${world.slug}/search`],
    ['search-results', `/o/${world.slug}/search?q=points+%3E+0`],
    ['search-board', `/o/${world.slug}/search?q=points+%3E+0&view=board`],
    ['view', `/o/${world.slug}/views/${view.id}?q=points+%3E+0`],
    ['search-errors', `/o/${world.slug}/search?q=statuz+%3D+done+AND+points+%3E+many`],
    ['project-activity', `${web}/activity`],
    ['project-labels', `${web}/labels`],
    ['project-archived', `${web}/archived`],
    ['project-settings-of-a-member', `${web}/settings`],
    ['work-item', `/o/${world.slug}/items/${door.key}`],
    ['work-item-full', `/o/${world.slug}/items/${full.key}`],
    ['work-item-archived', `/o/${world.slug}/items/${old.key}`],
    ['reports', `${web}/reports`],
    ['velocity', `${web}/reports/velocity`],
    ['cumulative-flow', `${web}/reports/cumulative-flow`],
    ['control-chart', `${web}/reports/control-chart`],
    ['ageing-wip', `${web}/reports/ageing-wip`],
    ['created-vs-resolved', `${web}/reports/created-vs-resolved`],
    ['distribution', `${web}/reports/distribution`],
    ['epic-progress', `${web}/reports/epic-progress`],
    ['sprint-report', `${web}/sprints/${past.id}/report`],
    ['saved-report', `${web}/reports/saved/${saved.id}`],
    ['settings', '/settings'],
    ['settings-security', '/settings/security'],
    ['settings-tokens', '/settings/tokens'],
    ['settings-token-form', '/settings/tokens/new'],
    ['settings-appearance', '/settings/appearance'],
    ['email', `/email#${'A'.repeat(43)}`],
    ['not-found', '/settings/nothing'],
  ];
}

/** The pages that only administrators see, and that only owners do. */
export const pagesOfAdmins = ({ slug }: World): readonly NamedPage[] => [
  ['organization-of-an-admin', `/o/${slug}`],
  ['new-organization', '/organizations/new'],
  ['organization-settings', `/o/${slug}/settings`],
  ['organization-members', `/o/${slug}/settings/members`],
  ['organization-invitations', `/o/${slug}/settings/invitations`],
  ['organization-webhooks', `/o/${slug}/settings/webhooks`],
  ['project-settings', `/o/${slug}/WEB/settings`],
  ['project-deleted', `/o/${slug}/WEB/deleted`],
  ['project-labels-of-an-admin', `/o/${slug}/WEB/labels`],
];
