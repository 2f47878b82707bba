import type { Locator, Page } from 'playwright-core';
import type { Visit } from '../kit/browser.js';
import { type Located, operationsOf } from '../kit/openapi-document.js';
import { theRun } from '../kit/run.js';

/** An operation by its method and the template of its path. */
export type Place = Pick<Located, 'template' | 'method'>;

/** The operations of the reference that read. */
export const reads = operationsOf(theRun().openapi).filter(({ method }) => method === 'GET');

/** The most time of a test: the page has all operations and guides, and takes seconds for each on a machine that does other work. */
export const LONG = 300_000;

/** Returns the part of the reference that an operation is in. */
export function tagOf({ template, method }: Place): string {
  const { tags } = theRun().openapi.paths[template]![method.toLowerCase()]!;
  return tags![0]!;
}

/** Opens the reference. */
export async function opened({ page }: Visit): Promise<void> {
  await page.goto('/api/docs');
  await page.getByRole('heading', { level: 1, name: 'Worktrack API' }).waitFor({ state: 'attached' });
}

/** Returns the button that opens the dialog of an operation. */
export function testButton(page: Page, { method, template }: Place): Locator {
  const place = `${method} ${template.replace(/[{}.]/g, '\\$&')}`;
  return page.getByRole('button', { name: new RegExp(`^Test Request\\s*\\(${place}\\)$`, 'i') });
}

/** Finds by keys alone, and goes to the first result. */
export async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Enter search query' });
  await field.fill(words);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

/** Opens the dialog of an operation in a new page. */
export async function dialogOf({ page }: Visit, place: Place): Promise<Locator> {
  const tag = tagOf(place).toLowerCase().replaceAll(' ', '-');
  // A new page for each: it keeps all that it has shown, and takes longer with it.
  await page.goto('about:blank');
  await page.goto(`/api/docs#tag/${tag}/${place.method}${place.template}`);
  await testButton(page, place).click();
  const dialog = page.getByRole('dialog', { name: 'API Client' });
  await dialog.waitFor();
  return dialog;
}

/** Fills the token into a dialog, and what the path of the operation needs. */
export async function fillIn(
  dialog: Locator,
  { template }: Place,
  token: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await dialog.getByPlaceholder('Token').fill(token);
  for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    const value = values[name];
    if (value !== undefined) await dialog.locator(`[id="${name}"]`).getByLabel('Value').fill(value);
  }
}

/** Sends the request of a dialog by a key, and returns the status of the response and the sent query. */
export async function sent({ page }: Visit, dialog: Locator): Promise<{ status: number; query: string }> {
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.request().resourceType() === 'fetch'),
    page.keyboard.press('Control+Enter'),
  ]);
  await dialog.getByText(`${response.status()} OK`).waitFor();
  return { status: response.status(), query: new URL(response.url()).search };
}
