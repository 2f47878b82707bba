import { seedDemo } from '@worktrack/demo';
import { ScratchDatabase } from '../../../test/scratch-database.js';

/** SQL condition: a history row records the status `to`. */
const becomes = (status: string) =>
  `(action = 'status_changed' and detail ->> 'to' = '${status}' or action = 'created' and detail -> 'initial' ->> 'status' = '${status}')`;

/** Everything that a first look at the demo shows: each statement returns at least one row. */
const CONTENT: readonly (readonly [what: string, statement: string])[] = [
  [
    'velocity: a completed Sprint with work committed, completed and carried over',
    `
    select from sprints where state = 'done'
      and exists (select from sprint_commitments where sprint_id = sprints.id)
      and exists (select from sprint_outcomes where sprint_id = sprints.id and status = 'done')
      and exists (select from sprint_outcomes where sprint_id = sprints.id and status <> 'done')`,
  ],
  [
    'a completed Sprint that left work to the backlog',
    `
    select from sprint_exits where reason = 'completion' and destination_id is null`,
  ],
  [
    'a completed Sprint that handed work on to the next one',
    `
    select from sprint_exits where reason = 'completion' and destination_id is not null`,
  ],
  [
    'work added to a Sprint that ran',
    `
    select from sprint_entries entry join sprints on sprints.id = sprint_id
    where reason = 'update' and entry.at > started_at and entry.at < coalesce(completed_at, now())`,
  ],
  [
    'work created in a Sprint that ran',
    `
    select from sprint_entries entry join sprints on sprints.id = sprint_id where reason = 'creation' and entry.at > started_at`,
  ],
  [
    'work removed from a Sprint that ran',
    `
    select from sprint_exits exit join sprints on sprints.id = sprint_id where reason = 'update' and exit.at > started_at`,
  ],
  [
    'work removed from a Sprint that ran, and added again',
    `
    select from sprint_entries entry
    join sprint_exits exit on exit.sprint_id = entry.sprint_id and exit.work_item_id = entry.work_item_id and exit.at < entry.at
    join sprints on sprints.id = entry.sprint_id where exit.at > started_at and exit.reason = 'update'`,
  ],
  [
    'a committed item that was estimated anew while its Sprint ran',
    `
    select from sprint_commitments baseline join sprints on sprints.id = sprint_id
    join work_item_history past on past.work_item_id = baseline.work_item_id and past.action = 'story_points_changed'
      and past.at > started_at and past.at < coalesce(completed_at, now())`,
  ],
  [
    'an active Sprint with something done and something to do',
    `
    select from sprints where state = 'active'
      and exists (select from work_items where sprint_id = sprints.id and status = 'done')
      and exists (select from work_items where sprint_id = sprints.id and status <> 'done')`,
  ],
  [
    'a future Sprint with work in it',
    `
    select from sprints join work_items on sprint_id = sprints.id where state = 'future' and start_date is not null`,
  ],
  ['a future Sprint without dates', `select from sprints where state = 'future' and start_date is null`],
  [
    'work that was done twice',
    `
    select from work_item_history where ${becomes('done')} group by work_item_id having count(*) > 1`,
  ],
  [
    'control chart: something begun and finished within the last 30 days',
    `
    select from work_items item where status = 'done'
      and exists (select from work_item_history where work_item_id = item.id and ${becomes('in_progress')})
      and exists (select from work_item_history where work_item_id = item.id and ${becomes('done')} and at > now() - interval '30 days')`,
  ],
  [
    'control chart: something done that was never begun',
    `
    select from work_items item where status = 'done'
      and not exists (select from work_item_history where work_item_id = item.id and ${becomes('in_progress')})`,
  ],
  [
    'created vs resolved: something that was reopened and is open now',
    `
    select from work_items item where status <> 'done'
      and exists (select from work_item_history where work_item_id = item.id and ${becomes('done')})`,
  ],
  ...[0, 3, 7].map(
    (days) =>
      [
        `ageing: something under way for more than ${days} days`,
        `select from work_items item where status in ('in_progress', 'in_review') and type <> 'epic'
     group by item.id having (select max(at) from work_item_history where work_item_id = item.id and action = 'status_changed')
       < now() - interval '${days} days'`,
      ] as const,
  ),
  [
    'epic progress: an open epic with a target date, and with children done and to do',
    `
    select from work_items epic where type = 'epic' and status <> 'done' and due_date is not null
      and exists (select from work_items where parent_id = epic.id and status = 'done')
      and exists (select from work_items where parent_id = epic.id and status <> 'done')`,
  ],
  [
    'epic progress: an epic that is done',
    `select from work_items where type = 'epic' and status = 'done' and archived_at is null`,
  ],
  [
    'an item below an item that is no epic',
    `
    select from work_items child join work_items parent on parent.id = child.parent_id and parent.type <> 'epic'`,
  ],
  ['an item that was put under another epic later', `select from work_item_history where action = 'parent_changed'`],
  [
    'distribution: open items with a label, and without',
    `
    select from work_items item where status <> 'done' and deleted_at is null and archived_at is null
      and exists (select from work_item_labels where work_item_id = item.id)
      and exists (select from work_items other where status <> 'done'
                  and not exists (select from work_item_labels where work_item_id = other.id))`,
  ],
  ['a label that was taken off again', `select from work_item_history where action = 'label_removed'`],
  ...['blocks', 'blocked_by', 'relates'].map(
    (relation) =>
      [
        `an item that says ${relation} of another`,
        `select from work_item_history where action = 'link_added' and detail ->> 'relation' = '${relation}'`,
      ] as const,
  ),
  [
    'a link across Projects',
    `
    select from work_item_links where source_project_id <> target_project_id and deleted_at is null`,
  ],
  ['a reply', `select from comments where parent_comment_id is not null and deleted_at is null`],
  ['an edited comment', `select from comments where edited_at is not null`],
  ['a deleted comment', `select from comments where deleted_at is not null`],
  ['something overdue', `select from work_items where due_date < now() and status <> 'done' and archived_at is null`],
  ['something due in future', `select from work_items where due_date > now() and status <> 'done'`],
  ['something archived', `select from work_items where archived_at is not null`],
  ['something deleted', `select from work_items where deleted_at is not null`],
  ['somebody with an avatar', `select from user_avatars`],
  ['something that nobody works on', `select from work_items where assignee_id is null and status <> 'done'`],
  ['something of yesterday', `select from work_item_history where at > now() - interval '4 days'`],
];

describe('The demo', () => {
  let database: ScratchDatabase;

  beforeAll(async () => {
    database = await ScratchDatabase.create();
    const { adapters, close } = await database.adapters();
    await seedDemo(adapters.administration, 'small', () => undefined);
    await close();
  });
  afterAll(() => database.drop());

  it.each(CONTENT)('shows %s', async (_what, statement) => {
    expect(await database.rows(statement)).not.toHaveLength(0);
  });

  it('has six completed Sprints or more in each Project, and work under way in each', async () => {
    const projects = await database.rows(
      `select key,
         (select count(*) from sprints where project_id = projects.id and state = 'done') >= 6 as sprints,
         (select count(*) from work_items where project_id = projects.id and status in ('in_progress', 'in_review')) >= 2 as work
       from projects order by key`,
    );
    expect(projects).toEqual(['APP', 'OPS', 'WEB'].map((key) => ({ key, sprints: true, work: true })));
  });
});
