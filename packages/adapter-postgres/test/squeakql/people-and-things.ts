import { fold, type ProjectKey, type WorkItemKey } from '@worktrack/domain';
import { searchTextOf } from '../../src/recording/search-text.js';
import { withClient, type TestDatabase } from '../test-database.js';
import type { Random } from './random.js';

// This file makes an Organization with everything that a query can filter by, as plain objects and as rows in the tables. A second
// Organization has people, labels and Sprints with the same names.

export interface Person {
  readonly id: string;
  readonly publicId: string;
  readonly username: string | null;
  readonly removed: boolean;
}

export interface SprintThing {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

export interface PastEvent {
  readonly action: string;
  readonly at: number;
  readonly from?: string;
  readonly to?: string;
  /** The status in the history row of a creation. */
  readonly initialStatus?: string;
}

export interface Thing {
  readonly id: string;
  readonly projectId: string;
  readonly projectKey: string;
  readonly number: number;
  readonly title: string;
  readonly description: string | null;
  readonly type: string;
  readonly status: string;
  readonly priority: string;
  readonly assignee: Person | null;
  readonly reporter: Person | null;
  readonly sprint: SprintThing | null;
  readonly parent: Thing | null;
  readonly points: number | null;
  readonly due: number | null;
  readonly created: number;
  readonly updated: number;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly labels: string[];
  readonly links: { readonly relation: string; readonly other: Thing }[];
  readonly comments: { readonly author: Person; readonly deleted: boolean }[];
  readonly history: PastEvent[];
}

export interface ProjectThing {
  readonly id: string;
  readonly key: string;
  readonly sprints: readonly SprintThing[];
  readonly labels: readonly { readonly id: string; readonly name: string }[];
}

export interface OrganizationThing {
  readonly id: string;
  readonly people: readonly Person[];
  readonly projects: readonly ProjectThing[];
  readonly things: readonly Thing[];
}

export const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'];
export const TYPES = ['task', 'bug', 'story', 'feature', 'epic'];
export const PRIORITIES = ['low', 'medium', 'high', 'urgent'];
export const PROJECT_KEYS = ['WEB', 'HAM', 'K9', 'CORE'];
export const LABEL_NAMES = ['backend', 'front end', 'ça va', 'straße', 'a', 'ab', 'k'];
export const SPRINT_NAMES = ['Sprint 1', 'SPRINT 2', 'Straße', 'Später', 'k'];
export const WORDS = [
  'Alpha',
  'beta',
  'GAMMA',
  '50%',
  'under_score',
  "it's",
  '"quoted"',
  'back\\slash',
  'Éclair',
  'straße',
  'ΟΔΟΣ',
  'σοφός',
  '🚀',
  'WEB-1',
  'A',
  'x\nA\ny',
  'İ',
  'ka',
];
export const CHANGES = [
  'status_changed',
  'priority_changed',
  'assigned',
  'sprint_changed',
  'title_changed',
  'due_date_changed',
  'parent_changed',
];

const DAY = 86_400_000;

export class Maker {
  constructor(
    private readonly random: Random,
    private readonly now: number,
  ) {}

  organization(items: number): OrganizationThing {
    const { random } = this;
    const people = [
      ...['ada', 'bob', 'c.d-e_f', 'k'].map((username) => this.person(username)),
      this.person(null),
      { ...this.person(null), removed: true },
    ];
    const projects = PROJECT_KEYS.map((key) => this.project(key));
    const things: Thing[] = [];
    for (let at = 0; at < items; at += 1) things.push(this.thing(random.of(projects), people, things));
    for (const thing of things) this.linkSome(thing, things);
    return { id: random.uuid(), people, projects, things };
  }

  private person(username: string | null): Person {
    const id = this.random.uuid();
    const publicId = `usr_${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`;
    return { id, publicId, username, removed: false };
  }

  private project(key: string): ProjectThing {
    const { random } = this;
    const states = ['active', 'done', 'done', 'future', 'future'];
    return {
      id: random.uuid(),
      key,
      sprints: states.map((state) => ({ id: random.uuid(), name: random.of(SPRINT_NAMES), state })),
      labels: LABEL_NAMES.filter(() => !random.once(4)).map((name) => ({ id: random.uuid(), name })),
    };
  }

  private thing(
    { id: projectId, key, sprints, labels }: ProjectThing,
    people: readonly Person[],
    before: Thing[],
  ): Thing {
    const { random } = this;
    const siblings = before.filter((thing) => thing.projectId === projectId);
    const status = random.of(STATUSES);
    return {
      id: random.uuid(),
      projectId,
      projectKey: key,
      number: siblings.length + 1,
      title: random.list(1, 3, () => random.of(WORDS)).join(' '),
      description: random.once(3) ? null : random.list(0, 5, () => random.of(WORDS)).join(random.of([' ', '\n'])),
      type: random.of(TYPES),
      status,
      priority: random.of(PRIORITIES),
      // Removing an account clears its assignments, so only the other accounts can be assignees.
      assignee: random.maybe(people.filter(({ removed }) => !removed)),
      reporter: random.maybe(people),
      sprint: random.maybe(sprints),
      parent: random.maybe(siblings.slice(-20)),
      points: random.maybe([0, 1, 2, 3, 5, 8, 13, 100_000]),
      due: random.once(3) ? null : this.instant(),
      created: this.instant(),
      updated: this.instant(),
      archived: random.once(6),
      deleted: random.once(9),
      labels: labels.filter(() => random.once(4)).map(({ name }) => name),
      links: [],
      comments: random.list(0, 2, () => ({ author: random.of(people), deleted: random.once(3) })),
      history: this.history(status),
    };
  }

  /** Picks an instant within 20 days of now, so that comparisons are both true and false; often at midnight, or at now itself. */
  private instant(): number {
    const { random, now } = this;
    const day = Math.floor(now / DAY) * DAY + random.integer(-20, 20) * DAY;
    return random.of([
      () => day,
      () => day - 1,
      () => now,
      () => now + random.integer(-2, 2),
      () => day + random.integer(0, DAY - 1),
    ])();
  }

  private history(status: string): PastEvent[] {
    const { random } = this;
    const statuses = [...random.list(0, 2, () => random.of(STATUSES)), status];
    const [initialStatus = status, ...later] = statuses;
    const moves = later.map((to, at) => ({
      action: 'status_changed',
      at: this.instant(),
      from: statuses[at] ?? status,
      to,
    }));
    const others = random.list(0, 2, () => ({ action: random.of(CHANGES.slice(1)), at: this.instant() }));
    return [{ action: 'created', at: this.instant(), initialStatus }, ...moves, ...others];
  }

  /** Links a thing to some others: at most one link for each pair. */
  private linkSome(thing: Thing, things: readonly Thing[]): void {
    const { random } = this;
    for (const other of random.list(0, 1, () => random.of(things))) {
      if (other === thing || thing.links.some((link) => link.other === other)) continue;
      const [relation, back] = random.of([
        ['blocks', 'blocked_by'],
        ['blocked_by', 'blocks'],
        ['relates', 'relates'],
      ] as const);
      thing.links.push({ relation, other });
      other.links.push({ relation: back, other: thing });
    }
  }
}

/** Writes the Organization to the tables, deleted links and comments included. */
export async function write(
  database: TestDatabase,
  { id, people, projects, things }: OrganizationThing,
  random: Random,
): Promise<void> {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const at = '2026-01-01T00:00:00.000Z';
  const tables: [table: string, rows: readonly object[]][] = [
    ['organizations', [{ id, slug: id, name: 'An Organization', created_at: at, updated_at: at }]],
    [
      'users',
      people.map((person) => ({
        id: person.id,
        public_id: person.publicId,
        email: person.removed ? null : `${person.id}@example.org`,
        name: 'Somebody',
        folded_name: 'somebody',
        created_at: at,
        removed_at: person.removed ? at : null,
      })),
    ],
    [
      'memberships',
      // A person without a username is no longer a member.
      people.flatMap(({ id: user_id, username }) =>
        username === null ? [] : [{ organization_id: id, user_id, role: 'member', username, created_at: at }],
      ),
    ],
    [
      'projects',
      projects.map(({ id: project, key }) => ({
        organization_id: id,
        id: project,
        key,
        name: key,
        color: '#112233',
        revision: 1,
        created_at: at,
        updated_at: at,
      })),
    ],
    [
      'sprints',
      projects.flatMap((project) =>
        project.sprints.map(({ id: sprint, name, state }) => ({
          organization_id: id,
          id: sprint,
          project_id: project.id,
          name,
          folded_name: fold(name),
          state,
          revision: 1,
          created_at: at,
          updated_at: at,
        })),
      ),
    ],
    [
      'labels',
      projects.flatMap((project) =>
        project.labels.map((label) => ({
          organization_id: id,
          id: label.id,
          project_id: project.id,
          name: label.name,
          folded_name: fold(label.name),
          color: '#112233',
          created_at: at,
        })),
      ),
    ],
    [
      'work_items',
      things.map((thing) => ({
        organization_id: id,
        id: thing.id,
        project_id: thing.projectId,
        project_key: thing.projectKey,
        number: thing.number,
        revision: 1,
        title: thing.title,
        description: thing.description,
        type: thing.type,
        status: thing.status,
        priority: thing.priority,
        assignee_id: thing.assignee?.id ?? null,
        reporter_id: thing.reporter?.id ?? null,
        sprint_id: thing.sprint?.id ?? null,
        parent_id: thing.parent?.id ?? null,
        story_points: thing.points,
        due_date: time(thing.due),
        archived_at: thing.archived ? at : null,
        deleted_at: thing.deleted ? at : null,
        created_at: time(thing.created),
        updated_at: time(thing.updated),
      })),
    ],
    [
      'work_item_texts',
      things.map((thing) => ({
        organization_id: id,
        project_id: thing.projectId,
        work_item_id: thing.id,
        folded: searchTextOf({
          key: `${thing.projectKey as ProjectKey}-${thing.number}` as WorkItemKey,
          title: thing.title,
          description: thing.description,
        }),
      })),
    ],
    [
      'work_item_labels',
      things.flatMap((thing) =>
        thing.labels.map((name) => ({
          organization_id: id,
          project_id: thing.projectId,
          work_item_id: thing.id,
          label_id: projects
            .find((project) => project.id === thing.projectId)
            ?.labels.find((label) => label.name === name)?.id,
        })),
      ),
    ],
    [
      'comments',
      things.flatMap((thing) =>
        thing.comments.map(({ author, deleted }) => ({
          organization_id: id,
          id: random.uuid(),
          project_id: thing.projectId,
          work_item_id: thing.id,
          author_id: author.id,
          body: deleted ? null : 'Words',
          created_at: at,
          updated_at: at,
          deleted_at: deleted ? at : null,
        })),
      ),
    ],
    [
      'work_item_links',
      things.flatMap((thing) =>
        thing.links
          .filter(({ relation, other }) => relation === 'blocks' || (relation === 'relates' && thing.id < other.id))
          .flatMap(({ relation, other }) => {
            const link = {
              organization_id: id,
              source_project_id: thing.projectId,
              source_id: thing.id,
              target_project_id: other.projectId,
              target_id: other.id,
              created_by: people[0]?.id,
              created_at: at,
            };
            const gone = relation === 'blocks' ? 'relates' : 'blocks';
            return [
              { ...link, id: random.uuid(), relation, deleted_at: null },
              // A second link that was deleted.
              ...(thing.id < other.id ? [{ ...link, id: random.uuid(), relation: gone, deleted_at: at }] : []),
            ];
          }),
      ),
    ],
  ];
  await withClient(database.url, async (client) => {
    for (const [table, rows] of tables) {
      const names = Object.keys(rows[0] ?? {}).join(', ');
      if (names === '') continue;
      await client.query(
        `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [JSON.stringify(rows)],
      );
    }
    await client.query(
      `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, action, detail)
       select $1, gen_random_uuid(), project_id, work_item_id, 1, at, action, detail
       from jsonb_to_recordset($2::jsonb) as event (project_id uuid, work_item_id uuid, at timestamptz, action text, detail jsonb)`,
      [
        id,
        JSON.stringify(
          things.flatMap((thing) =>
            thing.history.map(({ action, at: when, from, to, initialStatus }) => ({
              project_id: thing.projectId,
              work_item_id: thing.id,
              at: time(when),
              action,
              detail: initialStatus === undefined ? { from, to } : { initial: { status: initialStatus } },
            })),
          ),
        ),
      ],
    );
  });
}
