import { givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { search } from './finding.js';

const world = new World('search-limits');
const { owner } = world;

beforeAll(async () => {
  for (let n = 1; n <= 20; n += 1) await givenWorkItem(owner, world.project('WEB'), { title: `Number ${n}` });
});

/** Conditions that read history, links or comments. */
const MOST_COSTLY = 12;

/** Joins as many parts as a query may have. */
function most(word: 'AND' | 'OR', part: (n: number) => string, names: number): string {
  const parts: string[] = [];
  for (let n = 0; (n + 1) * names <= 200; n += 1) {
    if (costlyIn([...parts, part(n)].join()) > MOST_COSTLY) break;
    if ([...parts, part(n)].join(` ${word} `).length > 4000) break;
    parts.push(part(n));
  }
  return parts.join(` ${word} `);
}

function costlyIn(query: string): number {
  return [...query.matchAll(/\b(?:hasLink|blocked|commentedBy|wasIn|changed)\(/g)].length;
}

const letters = (n: number): string =>
  String.fromCharCode(97 + (n % 26)) + String.fromCharCode(97 + Math.floor(n / 26));
const CHANGING = ['status', 'priority', 'assignee', 'sprint', 'title', 'due', 'parent'];
const SORTABLE = ['title', 'points DESC', 'due DESC', 'created', 'updated', 'type DESC', 'status', 'priority', 'key'];

describe('A query at the limits of what is legal', () => {
  it.each<[what: string, query: string]>([
    ['texts, one of which must be there', most('OR', (n) => `text ~ ${letters(n)}`, 2)],
    ['texts, all of which must be there', most('AND', (n) => `text ~ ${letters(n)}`, 2)],
    ['texts that must not be there', most('AND', (n) => `text !~ ${letters(n)}${letters(n)}`, 2)],
    ['texts that are in every text', most('AND', () => `text ~ ''`, 2)],
    ['whole titles', most('OR', (n) => `title = 'Number ${n}'`, 2)],
    ['users, all of whom must have commented', most('AND', (n) => `commentedBy(user${n})`, 1)],
    ['users, one of whom must have commented', most('OR', (n) => `commentedBy(user${n})`, 1)],
    ['labels that must all be there', most('AND', (n) => `label = l${n}`, 2)],
    ['labels of which one must be there', most('OR', (n) => `label = l${n}`, 2)],
    ['labels that must not be there', most('AND', (n) => `label != l${n}`, 2)],
    ['changes, all of which must have been', most('AND', (n) => `changed(${CHANGING[n % 7]!}, -${n}h)`, 2)],
    ['changes, one of which must have been', most('OR', (n) => `changed(${CHANGING[n % 7]!}, ${n}h)`, 2)],
    ['statuses, over and over', most('AND', (n) => `wasIn(${['todo', 'backlog', 'done'][n % 3]!})`, 1)],
    ['blocked(), which is no operand, over and over', most('OR', () => 'blocked()', 0.1)],
    ['links, over and over', most('AND', (n) => `hasLink(${['blocks', 'blocked_by', 'relates'][n % 3]!})`, 1)],
    ['Sprints by name', most('OR', (n) => `sprint = 'Sprint ${n}'`, 2)],
    ['Sprints it must not be in', most('AND', (n) => `sprint != 'Sprint ${n}'`, 2)],
    ['keys it must not have', most('AND', (n) => `key != WEB-${n + 1}`, 2)],
    ['parents', most('OR', (n) => `parent = WEB-${n + 1}`, 2)],
    ['assignees, all at once', most('AND', (n) => `assignee = user${n}`, 2)],
    [
      'a hundred values twice',
      `key NOT IN (${Array.from({ length: 100 }, (_, n) => `WEB-${n + 100}`).join()}) AND points NOT IN (${Array.from({ length: 90 }, (_, n) => n).join()})`,
    ],
    [
      'one of everything, again and again',
      most(
        'OR',
        (n) => `(text ~ ${letters(n)} AND changed(due, -${n}d) AND wasIn(done) AND NOT blocked() AND label != l${n})`,
        7,
      ),
    ],
    ['twenty negations', `${'NOT '.repeat(20)}text ~ 'number' ORDER BY ${SORTABLE.join(', ')}`],
    [
      'every order there is',
      `archived = FALSE ORDER BY ${Array.from({ length: 190 }, (_, n) => SORTABLE[n % 9]!).join(', ')}`,
    ],
  ])('has an answer: %s', async (_, query) => {
    const first = await search(owner, world.org(), { query, limit: 5 });
    expect({ status: first.status, errors: first.body.error?.details }).toEqual({ status: 200, errors: undefined });
    const { nextCursor: cursor } = first.body.page;
    expect((await search(owner, world.org(), { query, limit: 5, cursor })).status).toBe(200);
  });
});

describe('The thirteenth condition that reads history, links or comments', () => {
  const COSTLY = ['wasIn(todo)', 'changed(status, -1d)', 'hasLink(blocks)', 'blocked()', 'commentedBy(me())'];
  const conditions = Array.from({ length: MOST_COSTLY + 1 }, (_, n) => COSTLY[n % COSTLY.length]!);
  const query = `status = todo AND ${conditions.join(' OR ')}`;
  const diagnostic = {
    code: 'SQUEAKQL_QUERY_TOO_COMPLEX',
    message: expect.stringContaining('12'),
    line: 1,
    column: query.lastIndexOf('hasLink') + 1,
    endLine: 1,
    endColumn: query.lastIndexOf('hasLink') + 'hasLink'.length,
    token: 'hasLink',
  };

  it('is refused with its place, in a search, in a report and by validation', async () => {
    const found = await search(owner, world.org(), { query });
    expect([found.status, found.body.error.details.diagnostics]).toEqual([400, [diagnostic]]);
    const path = `${world.project('WEB')}/reports/distribution?squeakql=${encodeURIComponent(query)}`;
    const report = await owner.get(path);
    expect([report.status, report.body.error.details.diagnostics]).toEqual([400, [diagnostic]]);
    const validated = await owner.post(`${world.org()}/squeakql/validate`, { query }, { key: null });
    expect([validated.status, validated.body]).toEqual([
      200,
      { valid: false, languageVersion: 1, errors: [diagnostic] },
    ]);
  });

  it('is one too many: twelve are answered', async () => {
    const twelve = `status = todo AND ${conditions.slice(1).join(' OR ')}`;
    expect((await search(owner, world.org(), { query: twelve })).status).toBe(200);
  });
});
