import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** The heading of a page by its text. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });
/** The Project, or another page, that a page belongs to, by its name. */
export const crumb = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name, exact: true });
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === document.activeElement);

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(element)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(element)}.`);
}

/** Presses one key after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Moves to the element by Tab, and presses Enter there. */
export async function choose(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

/** A file that a link of the page has downloaded. */
export async function downloaded(
  page: Page,
  link: string,
): Promise<{ readonly name: string; readonly content: Buffer }> {
  const arriving = page.waitForEvent('download');
  await choose(page, page.getByRole('link', { name: link, exact: true }));
  const file = await arriving;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
