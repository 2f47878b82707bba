import { QueryClient } from '@tanstack/preact-query';
import { isUnreachable, sessionLost } from '../api/transport.js';
import { session, type Session } from '../api/session.js';
import { waiting } from '../api/undelivered.js';
import { WorkItemChanges } from './changes.js';
import type { SeenItem } from './work-item.js';
import { itemKey } from './work-item.js';

/** One Work Item behind the API: it checks `If-Match` and keeps what each key has done. */
class Server {
  item = {
    id: 'i1',
    key: 'WEB-1',
    revision: 1,
    title: 'Paint the door',
    description: 'Two coats.' as string | null,
    status: 'todo',
    type: 'task',
    priority: 'medium',
    assignee: null as unknown,
    sprint: null,
    parent: null,
    storyPoints: null as number | null,
    dueDate: null,
    labels: [] as { id: string; name: string; color: string }[],
    archivedAt: null,
    updatedAt: '2026-11-23T10:00:00.000Z',
  };
  readonly writes: string[] = [];
  private readonly done = new Map<string, object>();
  /** The fate of the next requests: a fault, or a change by somebody else before they are checked. */
  readonly next: (() => Response | undefined)[] = [];

  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    if (request.method === 'GET') {
      return pathname.endsWith('/activity')
        ? json(200, { items: [{ actor: { publicId: 'usr_ada', name: 'Ada' } }], page: {} })
        : json(200, this.item);
    }
    const key = request.headers.get('idempotency-key') ?? '';
    this.writes.push(`${request.method} ${pathname.replace(/.*WEB-1/, '')} ${key} ${text}`);
    const fault = this.next.shift()?.();
    if (fault) return fault;
    const replay = this.done.get(key);
    if (replay) return json(200, replay);
    if (request.headers.get('if-match') !== `"wi-${this.item.revision}"`) return refused(412, 'REVISION_CONFLICT');
    this.change(this.membersOf(request.method, pathname, text));
    this.done.set(key, this.item);
    return json(200, this.item);
  };

  /** A change by this request, or by somebody else. */
  change(members: object): void {
    this.item = { ...this.item, ...members, revision: this.item.revision + 1 };
  }

  private membersOf(method: string, path: string, text: string): object {
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    if (path.endsWith('/transitions')) return { status: body.targetStatus };
    if (path.endsWith('/labels')) return { labels: [...this.item.labels, LABELS[body.labelId as 'a' | 'b']] };
    if (method === 'DELETE') return { labels: this.item.labels.filter(({ id }) => !path.endsWith(id)) };
    return body;
  }
}

const LABELS = { a: { id: 'a', name: 'outdoors', color: '#000000' }, b: { id: 'b', name: 'wood', color: '#111111' } };
const HEADERS = { 'content-type': 'application/json' };
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status, headers: HEADERS });
const refused = (status: number, code: string, fieldErrors?: object) =>
  json(status, { error: { code, message: `The message of ${code}.`, fieldErrors }, requestId: 'r-1' });
const lost = (): Response => {
  throw new TypeError('Failed to fetch');
};

let server: Server;
let cache: QueryClient;
let changes: WorkItemChanges;
let said: string[];
let offered: (() => void)[];

beforeEach(() => {
  server = new Server();
  Object.assign(globalThis, { fetch: server.fetch });
  session.value = { user: { publicId: 'usr_me', name: 'Me' } } as Session;
  isUnreachable.value = false;
  sessionLost.value = false;
  said = [];
  offered = [];
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(itemKey({ organization: 'demo', key: 'WEB-1' }), server.item);
  const say = (text: string) => said.push(text);
  changes = new WorkItemChanges(cache, {
    announce: say,
    notify: say,
    warn: (text, action) => {
      say(text);
      if (action) offered.push(action.run);
    },
  });
});

afterEach(() => {
  cache.clear();
});

const seen = () => cache.getQueryData<SeenItem>(itemKey({ organization: 'demo', key: 'WEB-1' }))!;
const set = (values: object, of = seen()) => changes.set('demo', of, values);
const shown = () => changes.over(seen());
/** The reactive overlay is taken away after the screen has heard of the cache. */
const settled = () => new Promise((done) => setTimeout(done, 5));

describe('A change of a Work Item', () => {
  it('is seen at once, sent once, and then known by the page and by every list', async () => {
    cache.setQueryData(['cards', 'demo', 'WEB', ''], {
      items: [{ id: 'i1', key: 'WEB-1', revision: 1, priority: 'medium' }],
    });
    cache.setQueryData(['items', 'demo', 'WEB'], {
      pages: [{ items: [{ id: 'i1', key: 'WEB-1', revision: 1, priority: 'medium', title: 'Paint the door' }] }],
    });
    const outcome = set({ priority: 'urgent' });
    expect(shown()).toMatchObject({ priority: 'urgent', revision: 1 });
    expect(await outcome).toEqual({ kind: 'made' });
    await settled();
    expect(seen()).toMatchObject({ priority: 'urgent', revision: 2 });
    expect(cache.getQueryData(['cards', 'demo', 'WEB', ''])).toMatchObject({
      items: [{ priority: 'urgent', revision: 2 }],
    });
    expect(cache.getQueryData(['items', 'demo', 'WEB'])).toMatchObject({
      pages: [{ items: [{ priority: 'urgent', revision: 2, title: 'Paint the door' }] }],
    });
    expect(server.writes).toHaveLength(1);
    expect(said).toEqual(['WEB-1: Priority is Urgent now.']);
    // A value that is so already is not sent.
    expect(await set({ priority: 'urgent' })).toEqual({ kind: 'made' });
    expect(server.writes).toHaveLength(1);
  });

  it('waits for the changes before it, and builds on their revision', async () => {
    await Promise.all([
      set({ priority: 'high' }),
      set({ status: 'in_progress' }),
      set({ status: 'in_review' }),
      set({ title: 'New' }),
    ]);
    expect(server.item).toMatchObject({ priority: 'high', status: 'in_review', title: 'New', revision: 5 });
    expect(server.writes).toHaveLength(4);
  });

  it('that the server refuses is taken back, and says why', async () => {
    server.next.push(() => refused(400, 'VALIDATION_ERROR', { title: ['The title is too long.'] }));
    expect(await set({ title: 'Long' })).toMatchObject({ kind: 'refused' });
    await settled();
    expect(shown().title).toBe('Paint the door');
    expect(said).toEqual(['WEB-1: Title not saved. The title is too long.']);
  });
});

describe('A change over one of somebody else', () => {
  it('of another field is made on top of it, and says so', async () => {
    server.change({ storyPoints: 5 });
    expect(await set({ priority: 'urgent' })).toEqual({ kind: 'made' });
    expect(server.item).toMatchObject({ priority: 'urgent', storyPoints: 5 });
    expect(seen()).toMatchObject({ priority: 'urgent', storyPoints: 5 });
    expect(said).toEqual(['WEB-1: Priority saved, together with a change by Ada.']);
    // Another revision is another request, and has another key.
    const keys = server.writes.map((write) => write.split(' ')[2]);
    expect(new Set(keys).size).toBe(2);
  });

  it('of the same field is not made: the user decides', async () => {
    const before = seen();
    server.change({ title: 'Theirs' });
    const stop = changes.present('i1');
    expect(await set({ title: 'Mine' }, before)).toEqual({ kind: 'conflict' });
    await settled();
    expect(server.item.title).toBe('Theirs');
    expect(shown().title).toBe('Theirs');
    const { title: conflict } = changes.conflictsOf('i1');
    expect(conflict).toMatchObject({ base: 'Paint the door', mine: 'Mine', theirs: 'Theirs', by: 'Ada' });
    // It is shown in place, so no notice asks.
    expect(said).toEqual([]);
    expect(await changes.useMine('demo', conflict!)).toEqual({ kind: 'made' });
    expect(server.item.title).toBe('Mine');
    expect(changes.conflictsOf('i1')).toEqual({});
    stop();
  });

  it('of the same field is found before it is sent, where the page knows the other change already', async () => {
    const before = seen();
    server.change({ description: 'Three coats.' });
    cache.setQueryData(itemKey({ organization: 'demo', key: 'WEB-1' }), server.item);
    expect(await set({ description: 'One coat.' }, before)).toEqual({ kind: 'conflict' });
    expect(server.writes).toEqual([]);
    expect(server.item.description).toBe('Three coats.');
    changes.keepTheirs('i1', 'description');
    expect(changes.conflictsOf('i1')).toEqual({});
  });

  it('of some fields: the others are made', async () => {
    server.change({ title: 'Theirs' });
    changes.present('i1');
    expect(await set({ title: 'Mine', storyPoints: 8 })).toEqual({ kind: 'conflict' });
    expect(server.item).toMatchObject({ title: 'Theirs', storyPoints: 8 });
    expect(Object.keys(changes.conflictsOf('i1'))).toEqual(['title']);
  });

  it('that wanted the same value is made already', async () => {
    server.change({ priority: 'urgent' });
    expect(await set({ priority: 'urgent' })).toEqual({ kind: 'made' });
    expect(server.item.revision).toBe(2);
  });

  it('asks by a notice where the Work Item is not open; what the state machine does not know is not offered', async () => {
    server.change({ priority: 'low' });
    await set({ priority: 'urgent' });
    expect(said).toEqual(['WEB-1 was changed by Ada meanwhile: Priority is Low now.']);
    await settled();
    offered[0]!();
    await settled();
    expect(server.item.priority).toBe('urgent');

    said = [];
    server.change({ status: 'in_progress' });
    cache.setQueryData(itemKey({ organization: 'demo', key: 'WEB-1' }), server.item);
    server.change({ status: 'done' });
    await set({ status: 'in_review' });
    expect(said).toEqual([
      'WEB-1 was changed by Ada meanwhile and is Done now. It cannot move to In review. It can move to: Backlog, To do, In progress.',
    ]);
  });

  it('of the status takes the moves along that the user made from there', async () => {
    server.change({ status: 'done' });
    const outcomes = await Promise.all([
      set({ status: 'in_progress' }),
      set({ status: 'in_review' }),
      set({ title: 'New' }),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['conflict', 'conflict', 'made']);
    expect(server.item).toMatchObject({ status: 'done', title: 'New' });
    expect(said.filter((text) => text.includes('Done'))).toEqual([
      'WEB-1 was changed by Ada meanwhile and is Done now.',
    ]);
  });

  it('joins its labels with theirs', async () => {
    server.change({ labels: [LABELS.b] });
    expect(await set({ labels: [LABELS.a] })).toEqual({ kind: 'made' });
    expect(server.item.labels).toEqual([LABELS.b, LABELS.a]);
    await settled();
    expect(await set({ labels: [] })).toEqual({ kind: 'made' });
    expect(server.item.labels).toEqual([]);
  });
});

describe('A change that does not reach the server', () => {
  it('waits, and is then sent with its key: it is made once', async () => {
    // The answer is lost, but the change was made.
    server.next.push(lost, () => {
      server.change({ title: 'New' });
      return lost();
    });
    const outcome = set({ title: 'New' });
    await settled();
    expect(waiting.value).toBe(1);
    expect(shown().title).toBe('New');
    isUnreachable.value = false;
    await settled();
    expect(await outcome).toEqual({ kind: 'made' });
    expect(waiting.value).toBe(0);
    const keys = server.writes.map((write) => write.split(' ')[2]);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('waits for the session, and is not sent when another user signs in', async () => {
    server.next.push(
      () => refused(401, 'AUTH_REQUIRED'),
      () => refused(401, 'AUTH_REQUIRED'),
    );
    const mine = set({ priority: 'high' });
    await settled();
    expect(waiting.value).toBe(1);
    sessionLost.value = false;
    await settled();
    sessionLost.value = false;
    expect(await mine).toEqual({ kind: 'made' });
    expect(server.item.priority).toBe('high');

    server.next.push(() => refused(401, 'AUTH_REQUIRED'));
    const theirs = set({ priority: 'low' });
    await settled();
    session.value = { user: { publicId: 'usr_other', name: 'Other' } } as Session;
    sessionLost.value = false;
    expect(await theirs).toMatchObject({ kind: 'refused' });
    expect(server.item.priority).toBe('high');
    expect(server.writes).toHaveLength(4);
  });
});
