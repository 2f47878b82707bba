import * as api from './client/index.js';
import { client } from './client/client.gen.js';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
};

client.setConfig({ baseUrl: env('BASE_URL'), auth: env('TOKEN'), throwOnError: true });

const project = { organizationSlug: env('ORGANIZATION'), projectKey: env('PROJECT') };
const sprint = { ...project, sprintId: env('SPRINT') };
const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const throwOnError = true as const;

async function step(words: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`ok: ${words}`);
  } catch (error) {
    console.log(`failed: ${words}: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
    process.exitCode = 1;
  }
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

let item: api.WorkItem;
let attachmentId: string;
const path = () => ({ ...project, workItemKey: item.key });

await step('who am I', async () => {
  const { data: me } = await api.getMe({ throwOnError });
  check(me.authentication.scopes.includes('work_item:write'), 'the token cannot write');
});

await step('create a Work Item', async () => {
  const created = await api.createWorkItem({ path: project, headers: key(), body: { title: 'Launch' }, throwOnError });
  item = created.data;
  check(item.priority === 'medium', 'the default priority');
});

await step('read it and change it with its tag', async () => {
  const { response } = await api.getWorkItem({ path: path(), throwOnError });
  const headers = { 'If-Match': response.headers.get('ETag') ?? '' };
  const body = { priority: 'high', sprintId: env('SPRINT') } as const;
  const changed = await api.updateWorkItem({ path: path(), headers, body, throwOnError });
  item = changed.data;
  check(item.revision === 2, 'the revision');
});

await step('attach a label', async () => {
  const headers = { 'If-Match': '*', ...key() };
  const body = { label: env('LABEL') };
  const { data } = await api.createWorkItemLabelAssignment({ path: path(), headers, body, throwOnError });
  check(data.labels[0]?.name === env('LABEL'), 'the label');
});

await step('link it', async () => {
  const body = { relation: 'blocks', targetKey: env('OTHER') } as const;
  const { data } = await api.createWorkItemLink({ path: path(), headers: key(), body, throwOnError });
  check(data.otherWorkItem.key === env('OTHER'), 'the link');
});

await step('comment on it', async () => {
  const body = { body: 'Hello' };
  const { data } = await api.createWorkItemComment({ path: path(), headers: key(), body, throwOnError });
  check(data.body === 'Hello', 'the comment');
});

await step('upload a file', async () => {
  const body = { file: new File(['some text'], 'note.txt') };
  const { data } = await api.createWorkItemAttachment({ path: path(), headers: key(), body, throwOnError });
  attachmentId = data.id;
});

await step('download it', async () => {
  const { data } = await api.downloadWorkItemAttachment({
    path: { ...path(), attachmentId },
    parseAs: 'blob',
    throwOnError,
  });
  check(data instanceof Blob && (await data.text()) === 'some text', 'the bytes');
});

await step('complete a Sprint and carry its work over', async () => {
  const { response } = await api.getProjectSprint({ path: sprint, throwOnError });
  const headers = { 'If-Match': response.headers.get('ETag') ?? '', ...key() };
  const completionAction = { mode: 'sprint', targetSprintId: env('NEXT_SPRINT') } as const;
  const body = { targetState: 'done', completionAction } as const;
  const { data } = await api.transitionProjectSprint({ path: sprint, headers, body, throwOnError });
  check(data.state === 'done', 'the state');
  const { data: moved } = await api.getWorkItem({ path: path(), throwOnError });
  check(moved.sprint?.id === env('NEXT_SPRINT'), 'the Sprint of the Work Item');
});

await step('read the seven reports', async () => {
  const types = ['velocity', 'cumulative-flow', 'control-chart', 'ageing-wip', 'created-vs-resolved'] as const;
  for (const reportType of [...types, 'distribution', 'epic-progress'] as const) {
    const { data: report } = await api.getProjectReport({ path: { ...project, reportType }, throwOnError });
    check(report.kind === reportType && report.parameters.limit === 50, reportType);
    if (report.kind === 'ageing-wip') check(report.parameters.buckets.length === 4, 'the buckets');
  }
});

await step('read the Sprint report', async () => {
  const { data } = await api.getProjectSprintReport({ path: sprint, throwOnError });
  const carried = data.items.flatMap((entry) => (entry.kind === 'carryover' ? [entry.destination.sprintId] : []));
  check(carried.includes(env('NEXT_SPRINT')), 'what was carried over');
});

await step('search', async () => {
  const { organizationSlug, projectKey } = project;
  const body = { query: `project = ${projectKey} AND title ~ "Launch"` };
  const { data } = await api.searchOrganizationWorkItemsWithSqueakQl({
    path: { organizationSlug },
    body,
    throwOnError,
  });
  check(data.items[0]?.key === item.key, 'the Work Item');
});

await step('page through a list', async () => {
  const keys: string[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 1, ...(cursor !== null && { cursor }) };
    const { data }: { data: api.WorkItemList } = await api.listWorkItems({ path: project, query, throwOnError });
    keys.push(...data.items.map((one) => one.key));
    cursor = data.page.nextCursor;
  } while (cursor !== null);
  check(keys.length === 2 && new Set(keys).size === 2, keys.join());
});

await step('read the activity', async () => {
  const { data } = await api.listWorkItemActivity({ path: path(), throwOnError });
  const labels = data.items.flatMap((entry) => (entry.action === 'label_added' ? [entry.detail.label?.name] : []));
  const sprints = data.items.flatMap((entry) => (entry.action === 'sprint_changed' ? [entry.detail.to?.id] : []));
  check(labels.includes(env('LABEL')) && sprints.includes(env('NEXT_SPRINT')), 'the details');
});
