import { createApi } from '../server.js';
import { fakePorts } from '../../test/fake-ports.js';

/** Every answer but a download stays below this (contract §10.1). */
const MOST_BYTES = 10 * 1024 * 1024;
const MIB = 1024 * 1024;

/** Makes the text of that many code points with the longest JSON: six bytes each. */
const text = (characters: number) => '\u0001'.repeat(characters);
const ID = '00000000-0000-4000-8000-000000000000';
const INSTANT = '9999-12-31T23:59:59.999Z';
const INTEGER = 9_007_199_254_740_991;
/** The longest word of any enumeration, member kind or link relation. */
const WORD = 'x'.repeat(30);
const KEY = 'ABCDEFGHIJ-9007199254740991';
const COLOR = '#ffffff';

// The longest legal rows, written out from contract §4 and §5.
const name = text(255);
const title = text(500);
const user = { id: ID, publicId: `usr_${'x'.repeat(22)}`, name };
const sprintSummary = { id: ID, name, state: WORD };
const organization = { id: ID, slug: text(63), name };
const project = { id: ID, key: 'ABCDEFGHIJ', name, color: COLOR };
const label = { id: ID, name: text(100), color: COLOR, createdAt: INSTANT };
const reference = { id: ID, key: KEY, title, type: WORD, status: WORD, priority: WORD };
const summary = {
  id: ID,
  key: KEY,
  revision: INTEGER,
  title,
  type: WORD,
  status: WORD,
  priority: WORD,
  assignee: user,
  sprint: sprintSummary,
  parentId: ID,
  storyPoints: INTEGER,
  dueDate: INSTANT,
  archivedAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};
const contextRow = { ...summary, reporter: user, project, organization };
const workItem = {
  ...summary,
  projectId: ID,
  description: text(64_000),
  reporter: user,
  parent: reference,
  labels: Array.from({ length: 100 }, () => label),
};
const fullProject = {
  ...project,
  organizationId: ID,
  description: text(10_000),
  revision: INTEGER,
  archivedAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};
const sprint = {
  ...sprintSummary,
  startDate: INSTANT,
  endDate: INSTANT,
  goal: text(10_000),
  targetPoints: INTEGER,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  revision: INTEGER,
  reportEndAt: INSTANT,
};
const comment = {
  id: ID,
  workItemId: ID,
  parentCommentId: ID,
  author: user,
  body: text(2_000),
  deleted: false,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  editedAt: INSTANT,
  // So many of the longest usernames fit into the longest body.
  mentions: Array.from({ length: 30 }, () => ({ username: 'x'.repeat(64), occurrenceCount: INTEGER })),
};
const attachment = {
  id: ID,
  workItemId: ID,
  fileName: text(255),
  contentType: 'x'.repeat(1_000),
  size: INTEGER,
  createdBy: user,
  createdAt: INSTANT,
};
const link = {
  id: ID,
  relation: WORD,
  otherWorkItem: { ...reference, project },
  createdBy: user,
  createdAt: INSTANT,
};
/** An activity entry that is longer than any real one: its detail has two references to Work Items. */
const activity = {
  id: ID,
  action: WORD,
  actor: user,
  detail: { from: reference, to: reference },
  createdAt: INSTANT,
  workItem: reference,
  organization,
  project,
};
/** A report row that is longer than any of the seven reports' rows: those name one Work Item, Sprint or user, and a dozen numbers. */
const reportRow = {
  workItem: reference,
  sprint: sprintSummary,
  assignee: user,
  numbers: Array.from({ length: 20 }, () => INTEGER),
};
const day = { date: '9999-12-31', label: 'Dec 31', remainingPoints: INTEGER, remaining: INTEGER, ideal: INTEGER };

/** The longest card of a board (docs/api/application-projects.md). */
const card = {
  id: ID,
  key: KEY,
  revision: INTEGER,
  title,
  type: WORD,
  status: WORD,
  priority: WORD,
  storyPoints: INTEGER,
  assignee: { ...user, avatarUrl: 'x'.repeat(100) },
  parent: { key: KEY, title: text(200) },
  dueDate: INSTANT,
  labels: Array.from({ length: 3 }, () => ({ id: ID, name: text(100), color: COLOR })),
  labelCount: INTEGER,
  children: { total: INTEGER, done: INTEGER },
  comments: INTEGER,
  blocked: false,
  sprint: sprintSummary,
  updatedAt: INSTANT,
  attachments: INTEGER,
};

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value), 'utf8') + 1;
const page = (rows: number, row: unknown) => rows * bytesOf(row) + 10_000;

/** Marks operations that show an Organization: only administration makes one, and the contract does not limit its description. */
const administered = 'bounded by the administration of the service';
const noBody = 0;
/** Bytes of the diagnostics of a query of 4,096 characters. */
const diagnostics = 4_096 * 200;

const LARGEST: Readonly<Record<string, number | typeof administered | 'a download' | 'the document'>> = {
  getMe: administered,
  getOpenApi: 'the document',
  getUserProfile: administered,
  listUserProfileWork: page(200, contextRow),
  listUserProfileActivity: page(200, activity),
  getUserProfileAvatar: 'a download',
  listOrganizations: administered,
  getOrganization: administered,
  listOrganizationUsers: page(100, { ...user, username: name }),
  listOrganizationWorkItems: page(200, contextRow),
  listMyWork: page(200, contextRow),
  // Successful results have at most 8 MiB together; a refusal repeats at most the sent text, twice and escaped anew.
  bulkCreateWorkItems: 8 * MIB + 50 * 10_000,
  bulkUpdateWorkItems: 8 * MIB + 50 * 10_000,
  bulkTransitionWorkItems: 8 * MIB + 50 * 10_000,
  listProjects: page(100, fullProject),
  createProject: bytesOf(fullProject),
  getProject: bytesOf(fullProject),
  updateProject: bytesOf(fullProject),
  archiveProject: bytesOf(fullProject),
  unarchiveProject: bytesOf(fullProject),
  listProjectSprints: page(100, sprint),
  createProjectSprint: bytesOf(sprint),
  getProjectSprint: bytesOf(sprint),
  listProjectSprintTransitions: 1_000,
  transitionProjectSprint: bytesOf(sprint),
  listProjectLabels: page(100, label),
  createProjectLabel: bytesOf(label),
  listWorkItems: page(200, summary),
  createWorkItem: bytesOf(workItem),
  getWorkItem: bytesOf(workItem),
  updateWorkItem: bytesOf(workItem),
  deleteWorkItem: noBody,
  archiveWorkItem: bytesOf(workItem),
  unarchiveWorkItem: bytesOf(workItem),
  listWorkItemTransitions: 1_000,
  transitionWorkItem: bytesOf(workItem),
  getWorkItemWatcher: 300,
  updateWorkItemWatcher: 300,
  listWorkItemActivity: page(200, activity),
  listProjectActivity: page(200, activity),
  createWorkItemLabelAssignment: bytesOf(workItem),
  deleteWorkItemLabelAssignment: bytesOf(workItem),
  listWorkItemLinks: page(100, link),
  createWorkItemLink: bytesOf(link),
  deleteWorkItemLink: noBody,
  listWorkItemComments: page(200, comment),
  createWorkItemComment: bytesOf(comment),
  updateWorkItemComment: bytesOf(comment),
  deleteWorkItemComment: noBody,
  listWorkItemAttachments: page(200, attachment),
  createWorkItemAttachment: bytesOf(attachment),
  downloadWorkItemAttachment: 'a download',
  deleteWorkItemAttachment: noBody,
  // Lists of 8 MiB, three lists of 5,000 identifiers, ten years of a chart, and a page of the feed.
  getProjectSprintReport:
    8 * MIB +
    3 * 5_000 * bytesOf(ID) +
    3_660 * bytesOf(day) +
    page(100, { ...reference, id: `${ID}:carryover`, occurredAt: INSTANT, destination: sprintSummary }) +
    bytesOf(sprint),
  // The rows twice, as `items` and `data`, and the parameters as they were sent.
  getProjectReport: 2 * page(100, reportRow) + bytesOf([text(2_000), text(200), text(200)]) + page(366, day),
  searchOrganizationWorkItemsWithSqueakQL: Math.max(page(200, contextRow), diagnostics),
  validateSqueakQL: diagnostics,
};

describe('The largest answer', () => {
  let document: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  };
  let documentBytes: number;

  beforeAll(async () => {
    const log = { access: () => undefined, fault: () => undefined };
    const settings = { baseUrl: 'https://track.example.org', trustProxy: false as const, attachmentMaxBytes: 1_000 };
    const api = await createApi({ ports: fakePorts(), ...settings, log, logger: false });
    documentBytes = Buffer.byteLength(api.document);
    document = JSON.parse(api.document) as typeof document;
    await api.drain(100);
  });

  it('is known of each operation', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    const known = Object.keys(LARGEST);
    expect({
      'LARGEST in src/openapi/largest-answers.spec.ts lacks': ids.filter((id) => !known.includes(id)),
      'and has, although openapi.json does not': known.filter((id) => !ids.includes(id)),
    }).toEqual({
      'LARGEST in src/openapi/largest-answers.spec.ts lacks': [],
      'and has, although openapi.json does not': [],
    });
  });

  it.each(Object.entries(LARGEST).filter(([, largest]) => typeof largest === 'number'))(
    'of %s stays below 10 MiB',
    (_operation, largest) => {
      expect(largest).toBeLessThan(MOST_BYTES);
    },
  );

  it('of the cards of a board stays below 10 MiB', () => {
    expect(page(1_000, card)).toBeLessThan(MOST_BYTES);
  });

  it('of the document itself stays below 10 MiB', () => {
    expect(documentBytes).toBeLessThan(MOST_BYTES);
  });
});
