import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inBrowser, type VisitWish } from '../kit/browser.js';
import { World } from '../kit/world.js';
import { givenEveryPage, pagesOfAdmins, type NamedPage } from './every-page.js';
import { movesOf, noteMoves } from './moves.js';

const world = new World('web-still');
const SCREENS = path.resolve(__dirname, '../../../web/src');

/** Milliseconds between the answers of a page: each comes when the one before is shown, and the first when the skeletons are. */
const BETWEEN = 200;

let ofMembers: readonly NamedPage[];

beforeAll(async () => {
  ofMembers = await givenEveryPage(world);
}, 120_000);

/** The paths of all screens behind sign-in, as the application lists them. */
function routes(): readonly string[] {
  const files = readdirSync(SCREENS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('routes.ts'),
  );
  const texts = files.map((file) => readFileSync(path.join(SCREENS, file), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/\{\s*path: '([^']+)'([^}]*)/g)]
      .filter(([, , rest = '']) => !rest.includes('isPublic'))
      .map(([, route = '']) => route),
  );
}

const matches = (route: string, target: string): boolean =>
  new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(target.replace(/[?#].*/, ''));

it('every screen of the application is looked at', () => {
  const targets = [...ofMembers, ...pagesOfAdmins(world)].map(([, target]) => target);
  expect(routes().length).toBeGreaterThan(20);
  expect(routes().filter((route) => !targets.some((target) => matches(route, target)))).toEqual([]);
});

const WINDOWS: readonly (readonly [string, VisitWish])[] = [
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['at a desk', { viewport: { width: 1_280, height: 800 } }],
];

describe.each(WINDOWS)('While its answers come one after the other, nothing moves %s', (_, wish) => {
  it.each([
    ['member', () => ofMembers],
    ['owner', () => pagesOfAdmins(world)],
  ] as const)(
    'on a page of a %s',
    (user, pagesOf) =>
      inBrowser(async (visit) => {
        const { page } = visit;
        await visit.enter(world, user);
        let next = 0;
        await page.route(/\/api\//, async (route) => {
          const now = performance.now();
          next = Math.max(now, next) + BETWEEN;
          await pause(next - now);
          await route.continue();
        });
        await page.addInitScript(noteMoves);
        const moved: Record<string, readonly string[]> = {};
        for (const [name, target] of pagesOf()) {
          await visit.open(target);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
          const moves = await movesOf(page);
          if (moves.length > 0) moved[name] = moves;
        }
        expect(moved).toEqual({});
      }, wish)(),
    300_000,
  );
});
