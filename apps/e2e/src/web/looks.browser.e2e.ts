import type { Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { givenLabel, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { givenLink, PLAIN, signedIn } from '../kit/session.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const world = new World('web-looks');

/** The pages behind sign-in, by the names of their pictures. */
const pages: [name: string, target: string][] = [];

beforeAll(async () => {
  const { owner } = world;
  const project = world.project();
  const mine = { assigneePublicId: world.user('member').publicId };
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const past = await givenSprint(owner, project, { name: 'Sprint 1', startDate: day(-20), endDate: day(-7) });
  const { id: sprintId } = await givenSprint(owner, project, {
    name: 'Sprint 2',
    startDate: day(-3),
    endDate: day(9),
  });
  const epic = await givenWorkItem(owner, project, { title: 'New entrance', type: 'epic', dueDate: day(30) });
  const label = await givenLabel(owner, project, 'outdoors');
  const door = await givenWorkItem(owner, project, {
    ...mine,
    title: 'Paint the door of the main entrance before the winter begins',
    description: 'Two coats of paint.',
    priority: 'urgent',
    storyPoints: 5,
    status: 'todo',
    sprintId: past.id,
    dueDate: day(-2),
    parentId: epic.id,
  });
  await owner.post(`${world.item(door.key)}/labels`, { labelId: label.id }, { ifMatch: '*' });
  await owner.post(`${world.item(door.key)}/comments`, { body: 'Which colour? See [the plan](https://example.org).' });
  const full = await givenWorkItem(owner, project, {
    title: 'A Work Item with everything that has a very-long-word-in-its-title-that-nobody-can-break',
    description: '# Why\n\n- [x] done\n- [ ] to do\n\n> said\n\n```\nlong code '.concat(
      'x'.repeat(120),
      '\n```\n\n|a|b|\n|-|-|\n|1|2|',
    ),
    parentId: epic.key,
  });
  await givenWorkItem(owner, project, { title: 'A sub-item', parentId: full.key, storyPoints: 3 });
  await owner.post(`${world.item(full.key)}/links`, { relation: 'blocks', targetKey: door.key });
  await owner.post(
    `${world.item(full.key)}/attachments`,
    uploadOf('x', { fileName: `${'long-name-'.repeat(12)}.txt` }),
  );
  const { body: said } = await owner.post(`${world.item(full.key)}/comments`, { body: 'Which colour?' });
  await owner.post(`${world.item(full.key)}/comments`, { body: 'Red', parentCommentId: said.id });
  const old = await givenWorkItem(owner, project, { title: 'An archived Work Item' });
  await owner.post(`${world.item(old.key)}/archive`, {}, { ifMatch: '*' });
  for (const [title, status, type] of [
    ['Sharpen the saw', 'in_progress', 'task'],
    ['Hinges squeak', 'in_review', 'bug'],
    ['Order new locks', 'done', 'story'],
  ]) {
    await givenWorkItem(owner, project, { ...mine, title, status, type, storyPoints: 2, sprintId: past.id });
  }
  await moved(owner, `${project}/sprints/${past.id}`, 'active');
  await moved(owner, `${project}/sprints/${past.id}`, 'done', {
    completionAction: { mode: 'sprint', targetSprintId: sprintId },
  });
  await moved(owner, `${project}/sprints/${sprintId}`, 'active');
  await givenWorkItem(owner, project, { ...mine, title: 'Measure the frame', sprintId, storyPoints: 1 });
  const member = await signedIn(world, 'member');
  const reports = `${project.replace('/api/v1/', '/api/')}/saved-sprint-reports`;
  const { body: saved } = await member.post(reports, { name: 'Stand-up', sprint: 'active' }, { key: null });
  await member.send({ method: 'PUT', target: `${reports}/${saved.id}/pin` });
  const token = { name: 'Build server', scopes: ['project:read'], expiresInDays: 30 };
  await member.post('/api/me/tokens', { ...token, organizations: [{ slug: world.slug }] }, PLAIN);
  const web = `/o/${world.slug}/WEB`;
  pages.push(
    ['my-work', '/'],
    ['my-work-commented', '/?tab=commented'],
    ['organization', `/o/${world.slug}`],
    ['people', `/o/${world.slug}/people`],
    ['people-nobody', `/o/${world.slug}/people?q=nobody-is-called-so`],
    ['profile', `/o/${world.slug}/people/${world.user('owner').publicId}?tab=created`],
    ['profile-activity', `/o/${world.slug}/people/${world.user('owner').publicId}?tab=activity`],
    ['project', web],
    ['board', `${web}/board`],
    ['board-in-lanes', `${web}/board?lanes=assignee&squeakql=points+%3E%3D+0`],
    ['backlog', `${web}/backlog`],
    ['sprints', `${web}/sprints`],
    ['search', `/o/${world.slug}/search`],
    ['search-results', `/o/${world.slug}/search?q=points+%3E+0`],
    ['search-board', `/o/${world.slug}/search?q=points+%3E+0&view=board`],
    ['search-errors', `/o/${world.slug}/search?q=statuz+%3D+done+AND+points+%3E+many`],
    ['project-activity', `${web}/activity`],
    ['project-labels', `${web}/labels`],
    ['project-settings-of-a-member', `${web}/settings`],
    ['work-item', `/o/${world.slug}/items/${door.key}`],
    ['work-item-full', `/o/${world.slug}/items/${full.key}`],
    ['work-item-archived', `/o/${world.slug}/items/${old.key}`],
    ['reports', `${web}/reports`],
    ['velocity', `${web}/reports/velocity`],
    ['cumulative-flow', `${web}/reports/cumulative-flow`],
    ['control-chart', `${web}/reports/control-chart`],
    ['ageing-wip', `${web}/reports/ageing-wip`],
    ['created-vs-resolved', `${web}/reports/created-vs-resolved`],
    ['distribution', `${web}/reports/distribution`],
    ['epic-progress', `${web}/reports/epic-progress`],
    ['sprint-report', `${web}/sprints/${past.id}/report`],
    ['saved-report', `${web}/reports/saved/${saved.id}`],
    ['settings', '/settings'],
    ['settings-security', '/settings/security'],
    ['settings-tokens', '/settings/tokens'],
    ['settings-token-form', '/settings/tokens/new'],
    ['settings-appearance', '/settings/appearance'],
    ['email', `/email#${'A'.repeat(43)}`],
    ['not-found', '/settings/nothing'],
  );
}, 120_000);

/** Waits until the page shows its content and asks for nothing more. */
async function complete(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

/** Returns the content that the page hides: what is cut, and what only sideways scrolling shows. */
const lost = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    // An element below the window has no true size until it is seen.
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
    }
    const nameOf = (element: Element): string =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${element.textContent.slice(0, 60)}`;
    // Tables and drawings need two dimensions (WCAG 1.4.10), and say by their role that they scroll. A row of tabs follows the focus.
    const mayScroll = (element: Element): boolean =>
      element.matches('[role=region][tabindex="0"], [role=group], main nav[aria-label]');
    for (const element of [document.documentElement, ...document.querySelectorAll('body *')]) {
      const { overflowX } = getComputedStyle(element);
      const scrolls = element === document.documentElement || ['auto', 'scroll'].includes(overflowX);
      if (scrolls && !mayScroll(element) && element.scrollWidth > element.clientWidth + 1) {
        found.add(`scrolls sideways by ${element.scrollWidth - element.clientWidth} px: ${nameOf(element)}`);
      }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (
        !parent ||
        text.nodeValue?.trim() === '' ||
        !parent.checkVisibility() ||
        parent.closest('svg, .visually-hidden, option')
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const inner = range.getBoundingClientRect();
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(around);
        if (display === 'inline') continue;
        if (['auto', 'scroll'].includes(overflowX) || ['auto', 'scroll'].includes(overflowY)) break;
        const outer = around.getBoundingClientRect();
        const isCut =
          (overflowX !== 'visible' && (inner.right > outer.right + 1 || inner.left < outer.left - 1)) ||
          (overflowY !== 'visible' && (inner.bottom > outer.bottom + 1 || inner.top < outer.top - 1));
        // The title of the element has the whole text.
        if (isCut && parent.title !== text.nodeValue) found.add(`is cut: ${nameOf(parent)}`);
      }
    }
    return [...found];
  });

/** Sets the size of the text, in per cent of what the browser has. */
const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

const WINDOWS = [
  { width: 1_280, height: 800 },
  { width: 320, height: 640 },
] as const;

/** Opens a page in forced colours, then looks at it in both sizes of windows with text of double size. Returns what is wrong with it. */
async function faultsOf(visit: Visit, name: string, target: string): Promise<string[]> {
  const { page } = visit;
  // Before the page is opened: Chromium reports old colours for a page on which it switches forced colours on.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await visit.open(target);
  await complete(page);
  const faults: string[] = [];
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration ?? 0))),
  );
  // The browser asks for reduced motion.
  if (longest > 1) faults.push(`${name}: moves for ${longest} ms`);
  faults.push(...(await visit.findings()).map((one) => `${name}, forced colours: ${one}`));
  await visit.picture(`${name}-forced-colours`);
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport);
    for (const percent of [100, 200]) {
      await setTextSize(page, percent);
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      const state = `${name}, ${viewport.width} px, text of ${percent} %`;
      faults.push(...(await lost(page)).map((one) => `${state}: ${one}`));
      await visit.picture(`${name}-${viewport.width}-text-${percent}`);
    }
  }
  await setTextSize(page, 100);
  await page.setViewportSize(WINDOWS[0]);
  return faults;
}

describe('In forced colours, with text of double size, in a narrow window and with reduced motion', () => {
  it(
    'the pages behind sign-in lose nothing',
    inBrowser(async (visit) => {
      await visit.enter(world, 'member');
      const faults: string[] = [];
      for (const [name, target] of pages) {
        faults.push(...(await faultsOf(visit, name, target)));
      }
      expect(faults).toEqual([]);
    }),
    600_000,
  );

  it(
    'the pages of administrators lose nothing',
    inBrowser(async (visit) => {
      visit.expectRefusal(404, /\/join-link$/);
      await visit.enter(world, 'admin');
      const web = `/o/${world.slug}/WEB`;
      const faults: string[] = [];
      for (const [name, target] of [
        ['organization-of-an-admin', `/o/${world.slug}`],
        ['new-organization', '/organizations/new'],
        ['organization-settings', `/o/${world.slug}/settings`],
        ['organization-members', `/o/${world.slug}/settings/members`],
        ['organization-invitations', `/o/${world.slug}/settings/invitations`],
        ['project-settings', `${web}/settings`],
        ['project-labels-of-an-admin', `${web}/labels`],
      ] as const) {
        faults.push(...(await faultsOf(visit, name, target)));
      }
      expect(faults).toEqual([]);
    }),
    120_000,
  );

  it(
    'the pages before sign-in lose nothing',
    inBrowser(async (visit) => {
      const { body } = await world.owner.post(`/api/x/organizations/${world.slug}/invitations`, {
        invitations: [{ email: 'somebody.with.a.long.name@invited.example' }],
      });
      const invitation = `/invitation${new URL(body.results[0].invitation.url).hash}`;
      const faults: string[] = [];
      for (const [name, target] of [
        ['sign-in', '/sign-in'],
        ['forgotten', '/forgotten'],
        ['welcome', `/welcome#${await givenLink(world, 'colleague', 'set-password')}`],
        ['welcome-without-link', '/welcome'],
        ['invitation', invitation],
        ['invitation-without-link', '/invitation'],
      ] as const) {
        await visit.open('/robots.txt');
        faults.push(...(await faultsOf(visit, name, target)));
      }
      expect(faults).toEqual([]);
    }),
    120_000,
  );
});
