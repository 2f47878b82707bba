import type { Page } from 'playwright-core';
import type { Visit } from '../kit/browser.js';

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
export async function faultsOf(visit: Visit, name: string, target: string): Promise<string[]> {
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
