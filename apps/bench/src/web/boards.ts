import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { printFigure, printTitle } from './figures.js';
import type { Interaction } from './interactions.js';
import type { Visitor } from './pages.js';
import { headersOfChange } from './sessions.js';

/** The budget in milliseconds until the greatest part of the page is painted, by the number of cards. */
const LARGEST_PAINT = { 200: 600, 1_000: 1_000 } as const;
const SIZES = [200, 1_000] as const;
const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const;
const MOVES = 9;
const MOST_NODES = 12;

export const BOARDS = SIZES.map((cards) => ({
  project: `CARDS${cards}`,
  cards,
  page: {
    name: `a board of ${cards.toLocaleString('en')} cards`,
    path: `/o/demo/CARDS${cards}/board`,
    // The last card of the last column.
    content: `main ul[data-status=done] [data-item]:nth-child(${cards / STATUSES.length})`,
    largestPaint: LARGEST_PAINT[cards],
  },
}));

/** The interactions of people with a board, by keys. */
export const BOARD_INTERACTIONS: readonly Interaction[] = BOARDS.flatMap(({ page }) => [
  { name: `going from card to card on ${page.name}`, page, keys: ['j', 'j', 'l', 'k', 'h'] },
  {
    name: `moving a card on ${page.name} and back`,
    page,
    prepare: (board) => startAt(board, 'todo'),
    keys: [']', '['],
    settle: (board) => board.waitForLoadState('networkidle'),
  },
  {
    name: `filtering ${page.name} by text`,
    page,
    prepare: (board) => board.getByPlaceholder('Filter').focus(),
    keys: ['7', 'Backspace'],
    settle: (board) => board.waitForLoadState('networkidle'),
  },
]);

/** Gives the focus to the first card of a column. */
const startAt = (page: Page, status: string): Promise<void> =>
  page.locator(`main ul[data-status=${status}] [data-item] a`).first().focus();

const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
const TYPES = ['task', 'bug', 'story', 'feature'] as const;
/** The most that one request creates. */
const AT_ONCE = 50;

/** Creates the Projects with their Work Items, spread over statuses, priorities and types. */
export async function makeBoards(origin: string, secret: string): Promise<void> {
  const headers = await headersOfChange(origin, secret);
  for (const { project, cards } of BOARDS) {
    await post(origin, headers, 'projects', { name: `${cards} cards`, key: project });
    for (let done = 0; done < cards; done += AT_ONCE) {
      const operations = Array.from({ length: AT_ONCE }, (_, at) => ({
        projectKey: project,
        title: `Card ${done + at + 1}: carry the long table out of the hall and into the garden`,
        status: STATUSES[at % STATUSES.length],
        priority: PRIORITIES[at % PRIORITIES.length],
        type: TYPES[at % TYPES.length],
        storyPoints: at % 8,
      }));
      await post(origin, headers, 'bulk-work-items', { operations });
    }
  }
}

async function post(origin: string, headers: Record<string, string>, what: string, body: object): Promise<void> {
  const response = await fetch(`${origin}/app/api/v1/organizations/demo/${what}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${what} was answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Counts the elements and texts of the document that a move changes, from the key to the answer of the server. */
export async function measureMoves(visitor: Visitor): Promise<void> {
  printTitle('Elements and texts of the document that a move changes');
  for (const { page: board } of BOARDS) {
    const counts = await visitor.visit(board, (page) => nodesOfMoves(page));
    printFigure(board.name, counts, '', MOST_NODES);
  }
}

async function nodesOfMoves(page: Page): Promise<readonly number[]> {
  await startAt(page, 'todo');
  const counts: number[] = [];
  for (let move = 0; move < MOVES; move += 1) {
    await page.evaluate(watchNodes);
    await page.keyboard.press(move % 2 === 0 ? ']' : '[');
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(200);
    counts.push(await page.evaluate(() => (globalThis as unknown as Watched).touched.size));
  }
  return counts;
}

interface Watched {
  readonly touched: ReadonlySet<Node>;
}

/** Runs in the page. */
function watchNodes(): void {
  const touched = new Set<Node>();
  Object.assign(globalThis, { touched });
  new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes } of records) {
      for (const node of [target, ...addedNodes, ...removedNodes]) touched.add(node);
    }
  }).observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
}
