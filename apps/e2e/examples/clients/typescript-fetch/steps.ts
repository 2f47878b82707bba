import * as worktrack from './client/index.js';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
};

const configuration = new worktrack.Configuration({ basePath: env('BASE_URL'), accessToken: env('TOKEN') });
const items = new worktrack.WorkItemsApi(configuration);
const projects = new worktrack.ProjectsApi(configuration);
const project = { organizationSlug: env('ORGANIZATION'), projectKey: env('PROJECT') };
const sprint = { ...project, sprintId: env('SPRINT') };
const key = () => ({ idempotencyKey: crypto.randomUUID() });

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

let item: worktrack.WorkItem;
let attachmentId: string;
const path = () => ({ ...project, workItemKey: item.key });

await step('who am I', async () => {
  const me = await new worktrack.APIApi(configuration).getMe();
  check(me.authentication.scopes.includes('work_item:write'), 'the token cannot write');
});

await step('create a Work Item', async () => {
  item = await items.createWorkItem({ ...project, ...key(), createWorkItemBody: { title: 'Launch' } });
  check(item.priority === 'medium', 'the default priority');
});

await step('read it and change it with its tag', async () => {
  const { raw } = await items.getWorkItemRaw(path());
  const updateWorkItemBody = { priority: 'high', sprintId: env('SPRINT') } as const;
  item = await items.updateWorkItem({ ...path(), ifMatch: raw.headers.get('ETag') ?? '', updateWorkItemBody });
  check(item.revision === 2, 'the revision');
});

await step('attach a label', async () => {
  const attachLabelBody = { label: env('LABEL') };
  const labelled = await items.createWorkItemLabelAssignment({ ...path(), ...key(), ifMatch: '*', attachLabelBody });
  check(labelled.labels[0]?.name === env('LABEL'), 'the label');
});

await step('link it', async () => {
  const createLinkBody = { relation: 'blocks', targetKey: env('OTHER') } as const;
  const link = await items.createWorkItemLink({ ...path(), ...key(), createLinkBody });
  check(link.otherWorkItem.key === env('OTHER'), 'the link');
});

await step('comment on it', async () => {
  const comment = await items.createWorkItemComment({ ...path(), ...key(), createCommentBody: { body: 'Hello' } });
  check(comment.body === 'Hello', 'the comment');
});

await step('upload a file', async () => {
  const file = new File(['some text'], 'note.txt');
  const attachment = await items.createWorkItemAttachment({ ...path(), ...key(), file });
  attachmentId = attachment.id;
});

await step('download it', async () => {
  const file = await items.downloadWorkItemAttachment({ ...path(), attachmentId });
  check((await file.text()) === 'some text', 'the bytes');
});

await step('complete a Sprint and carry its work over', async () => {
  const { raw } = await projects.getProjectSprintRaw(sprint);
  const completionAction = { mode: 'sprint', targetSprintId: env('NEXT_SPRINT') } as const;
  const transitionSprintBody = { targetState: 'done', completionAction } as const;
  const ifMatch = raw.headers.get('ETag') ?? '';
  const done = await projects.transitionProjectSprint({ ...sprint, ...key(), ifMatch, transitionSprintBody });
  check(done.state === 'done', 'the state');
  check((await items.getWorkItem(path())).sprint?.id === env('NEXT_SPRINT'), 'the Sprint of the Work Item');
});

await step('read the seven reports', async () => {
  for (const reportType of Object.values(worktrack.GetProjectReportReportTypeEnum)) {
    const report = await projects.getProjectReport({ ...project, reportType });
    check(report.kind === reportType && report.parameters.limit === 50, reportType);
    if (report.kind === 'ageing-wip') check(report.parameters.buckets.length === 4, 'the buckets');
  }
});

await step('read the Sprint report', async () => {
  const report = await projects.getProjectSprintReport(sprint);
  const carried = report.items.flatMap((entry) => (entry.kind === 'carryover' ? [entry.destination.sprintId] : []));
  check(carried.includes(env('NEXT_SPRINT')), 'what was carried over');
});

await step('search', async () => {
  const searchBody = { query: `project = ${project.projectKey} AND title ~ "Launch"` };
  const { organizationSlug } = project;
  const found = await items.searchOrganizationWorkItemsWithSqueakQL({ organizationSlug, searchBody });
  check(found.items[0]?.key === item.key, 'the Work Item');
});

await step('page through a list', async () => {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const list: worktrack.WorkItemList = await items.listWorkItems({ ...project, limit: 1, cursor });
    keys.push(...list.items.map((one) => one.key));
    cursor = list.page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  check(keys.length === 2 && new Set(keys).size === 2, keys.join());
});

await step('read the activity', async () => {
  const list = await items.listWorkItemActivity(path());
  const labels = list.items.flatMap((entry) => (entry.action === 'label_added' ? [entry.detail.label?.name] : []));
  const sprints = list.items.flatMap((entry) => (entry.action === 'sprint_changed' ? [entry.detail.to?.id] : []));
  check(labels.includes(env('LABEL')) && sprints.includes(env('NEXT_SPRINT')), 'the details');
});
