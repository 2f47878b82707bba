import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
};

const client = createClient<paths>({
  baseUrl: env('BASE_URL'),
  headers: { Authorization: `Bearer ${env('TOKEN')}` },
});

const project = { organizationSlug: env('ORGANIZATION'), projectKey: env('PROJECT') };
const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });

async function step(words: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`ok: ${words}`);
  } catch (error) {
    console.log(`failed: ${words}: ${String(error)}`);
    process.exitCode = 1;
  }
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

async function data<Data>(response: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data: found, error } = await response;
  if (found === undefined) throw new Error(JSON.stringify(error));
  return found;
}

const PROJECT = '/api/v1/organizations/{organizationSlug}/projects/{projectKey}';
let item: components['schemas']['WorkItem'];
let attachmentId: string;
const path = () => ({ ...project, workItemKey: item.key });

await step('who am I', async () => {
  const me = await data(client.GET('/api/v1/me'));
  check(me.authentication.scopes.includes('work_item:write'), 'the token cannot write');
});

await step('create a Work Item', async () => {
  item = await data(
    client.POST(`${PROJECT}/work-items`, { params: { path: project, header: key() }, body: { title: 'Launch' } }),
  );
  check(item.priority === 'medium', 'the default priority');
});

await step('read it and change it with its tag', async () => {
  const { response } = await client.GET(`${PROJECT}/work-items/{workItemKey}`, { params: { path: path() } });
  const tag = response.headers.get('ETag') ?? '';
  const changed = client.PATCH(`${PROJECT}/work-items/{workItemKey}`, {
    params: { path: path(), header: { 'If-Match': tag } },
    body: { priority: 'high', sprintId: env('SPRINT') },
  });
  item = await data(changed);
  check(item.revision === 2, 'the revision');
});

await step('attach a label', async () => {
  const labelled = client.POST(`${PROJECT}/work-items/{workItemKey}/labels`, {
    params: { path: path(), header: { 'If-Match': '*', ...key() } },
    body: { label: env('LABEL') },
  });
  check((await data(labelled)).labels[0]?.name === env('LABEL'), 'the label');
});

await step('link it', async () => {
  const linked = client.POST(`${PROJECT}/work-items/{workItemKey}/links`, {
    params: { path: path(), header: key() },
    body: { relation: 'blocks', targetKey: env('OTHER') },
  });
  check((await data(linked)).otherWorkItem.key === env('OTHER'), 'the link');
});

await step('comment on it', async () => {
  const comment = client.POST(`${PROJECT}/work-items/{workItemKey}/comments`, {
    params: { path: path(), header: key() },
    body: { body: 'Hello' },
  });
  check((await data(comment)).body === 'Hello', 'the comment');
});

await step('upload a file', async () => {
  const attachment = client.POST(`${PROJECT}/work-items/{workItemKey}/attachments`, {
    params: { path: path(), header: key() },
    body: { file: 'some text' },
    bodySerializer: ({ file }) => {
      const form = new FormData();
      form.set('file', new Blob([file]), 'note.txt');
      return form;
    },
  });
  attachmentId = (await data(attachment)).id;
});

await step('download it', async () => {
  const download = client.GET(`${PROJECT}/work-items/{workItemKey}/attachments/{attachmentId}`, {
    params: { path: { ...path(), attachmentId } },
    parseAs: 'text',
  });
  check((await data(download)) === 'some text', 'the bytes');
});

await step('complete a Sprint and carry its work over', async () => {
  const sprint = { ...project, sprintId: env('SPRINT') };
  const { response } = await client.GET(`${PROJECT}/sprints/{sprintId}`, { params: { path: sprint } });
  const done = client.POST(`${PROJECT}/sprints/{sprintId}/transitions`, {
    params: { path: sprint, header: { 'If-Match': response.headers.get('ETag') ?? '', ...key() } },
    body: { targetState: 'done', completionAction: { mode: 'sprint', targetSprintId: env('NEXT_SPRINT') } },
  });
  check((await data(done)).state === 'done', 'the state');
  const moved = await data(client.GET(`${PROJECT}/work-items/{workItemKey}`, { params: { path: path() } }));
  check(moved.sprint?.id === env('NEXT_SPRINT'), 'the Sprint of the Work Item');
});

await step('read the seven reports', async () => {
  const types = ['velocity', 'cumulative-flow', 'control-chart', 'ageing-wip', 'created-vs-resolved'] as const;
  for (const reportType of [...types, 'distribution', 'epic-progress'] as const) {
    const report = await data(
      client.GET(`${PROJECT}/reports/{reportType}`, { params: { path: { ...project, reportType } } }),
    );
    check(report.kind === reportType && report.parameters.limit === 50, reportType);
    if (report.kind === 'ageing-wip') check(report.parameters.buckets.length === 4, 'the buckets');
  }
});

await step('read the Sprint report', async () => {
  const path = { ...project, sprintId: env('SPRINT') };
  const { items } = await data(client.GET(`${PROJECT}/sprints/{sprintId}/report`, { params: { path } }));
  const carried = items.flatMap((entry) => (entry.kind === 'carryover' ? [entry.destination.sprintId] : []));
  check(carried.includes(env('NEXT_SPRINT')), 'what was carried over');
});

await step('search', async () => {
  const found = client.POST('/api/v1/organizations/{organizationSlug}/work-items/search', {
    params: { path: { organizationSlug: project.organizationSlug } },
    body: { query: `project = ${project.projectKey} AND title ~ "Launch"` },
  });
  check((await data(found)).items[0]?.key === item.key, 'the Work Item');
});

await step('page through a list', async () => {
  const keys: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: 1, ...(cursor !== null && { cursor }) };
    const page: components['schemas']['WorkItemList'] = await data(
      client.GET(`${PROJECT}/work-items`, { params: { path: project, query } }),
    );
    keys.push(...page.items.map((one) => one.key));
    cursor = page.page.nextCursor;
  } while (cursor !== null);
  check(keys.length === 2 && new Set(keys).size === 2, keys.join());
});

await step('read the activity', async () => {
  const path = () => ({ ...project, workItemKey: item.key });
  const { items } = await data(
    client.GET(`${PROJECT}/work-items/{workItemKey}/activity`, { params: { path: path() } }),
  );
  const labels = items.flatMap((entry) => (entry.action === 'label_added' ? [entry.detail.label?.name] : []));
  const sprints = items.flatMap((entry) => (entry.action === 'sprint_changed' ? [entry.detail.to?.id] : []));
  check(labels.includes(env('LABEL')) && sprints.includes(env('NEXT_SPRINT')), 'the details');
});
