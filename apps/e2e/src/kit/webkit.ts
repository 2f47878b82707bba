import { mkdirSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.js';
import { freePort, isOpen, startCommand } from './program.js';
import { scratchPath } from './scratch.js';
import { openSession } from './session.js';
import type { World } from './world.js';

/** The keys of the WebDriver standard (§17.4.2) that suites press. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['Control', '\uE009'],
  ['Shift', '\uE008'],
  ['Alt', '\uE00A'],
  ['Enter', '\uE007'],
  ['Escape', '\uE00C'],
  ['Tab', '\uE004'],
  ['ArrowDown', '\uE015'],
  ['ArrowRight', '\uE014'],
]);

/** The program with a window: Debian keeps it next to the library. */
function miniBrowser(): string {
  const folders = readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu'));
  for (const folder of folders) {
    const found = readdirSync(`/usr/lib/${folder}`).find((name) => name.startsWith('webkit2gtk-4'));
    if (found !== undefined) return `/usr/lib/${folder}/${found}/MiniBrowser`;
  }
  throw new Error('WebKitWebDriver is here, and MiniBrowser is not: install webkit2gtk-driver and libwebkit2gtk.');
}

/**
 * WebKitGTK, by the HTTP of the WebDriver standard: its driver has no other protocol, and no package of this workspace speaks it (ADR 110).
 * A test gives the page functions to run. Keys, clicks and drags are those of a user.
 */
export class WebKit {
  private constructor(
    readonly origin: string,
    readonly version: string,
    private readonly session: string,
    private readonly programs: readonly ReturnType<typeof startCommand>[],
  ) {}

  static async start(origin: string): Promise<WebKit> {
    const home = scratchPath('webkit');
    mkdirSync(home);
    // Xvfb chooses a free display, and says its number on the third stream.
    const screen = startCommand('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {}, [
      'ignore',
      'ignore',
      'ignore',
      'pipe',
    ]);
    const display = await new Promise<string>((resolve, reject) => {
      screen.once('error', reject);
      screen.once('exit', () => {
        reject(new Error('Xvfb ended.'));
      });
      screen.stdio[3]!.once('data', (said: Buffer) => {
        resolve(said.toString().trim());
      });
    });
    const port = await freePort();
    const driver = startCommand(
      'WebKitWebDriver',
      ['--host=127.0.0.1', `--port=${port}`],
      { DISPLAY: `:${display}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', HOME: home, LANG: 'C.UTF-8' },
      'ignore',
    );
    await eventually('WebKitWebDriver', async () => ((await isOpen(port)) ? true : undefined));
    const address = `http://127.0.0.1:${port}/session`;
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } };
    const opened = await command('POST', address, { capabilities: { alwaysMatch } });
    const { sessionId, capabilities } = opened as { sessionId: string; capabilities: { browserVersion: string } };
    const browser = new WebKit(origin, capabilities.browserVersion, `${address}/${sessionId}`, [driver, screen]);
    await browser.send('POST', '/window/rect', { width: 1_280, height: 900 });
    await browser.send('POST', '/timeouts', { script: 30_000, pageLoad: 60_000 });
    return browser;
  }

  /** Ends the browser, its driver and its display. */
  async end(): Promise<void> {
    await this.send('DELETE', '').catch(() => undefined);
    for (const program of this.programs) program.kill('SIGKILL');
  }

  /** Gives the browser a session of the user, as signing in does. */
  async enter(world: World, user: string): Promise<void> {
    const { browser } = await openSession(world, user);
    // A cookie can be given to the page that is open only.
    await this.open('/robots.txt');
    const cookie = { name: 'worktrack', value: browser.secret, path: '/', httpOnly: true, sameSite: 'Lax' };
    await this.send('POST', '/cookie', { cookie });
  }

  async open(target: string): Promise<void> {
    await this.send('POST', '/url', { url: `${this.origin}${target}` });
  }

  async back(): Promise<void> {
    await this.send('POST', '/back', {});
  }

  async reload(): Promise<void> {
    await this.send('POST', '/refresh', {});
  }

  /** Runs the function in the page, with arguments that JSON can say, and returns its answer. */
  async run<Answer, Given extends readonly unknown[]>(
    work: (...given: Given) => Answer | Promise<Answer>,
    ...given: Given
  ): Promise<Answer> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((${work.toString()})(...JSON.parse(arguments[0])))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await this.send('POST', '/execute/async', { script, args: [JSON.stringify(given)] });
    const { value, error } = answer as { value: Answer; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Waits until the function is true in the page. */
  async until<Given extends readonly unknown[]>(
    what: string,
    look: (...given: Given) => boolean,
    ...given: Given
  ): Promise<void> {
    await eventually(what, async () => ((await this.run(look, ...given)) ? true : undefined)).catch(
      async (cause: unknown) => {
        const text = await this.run(() => `${location.href}\n${document.body.innerText.slice(0, 1_500)}`);
        throw new Error(`${(cause as Error).message}\n${text}`, { cause });
      },
    );
  }

  /** Waits for an element with this text, and returns the middle of its first line in the window. */
  async place(selector: string, text = ''): Promise<{ readonly x: number; readonly y: number }> {
    return eventually(`${selector} ${text}`, async () => {
      const found = await this.run(placeInPage, selector, text);
      return found ?? undefined;
    }).catch(async (cause: unknown) => {
      const shown = await this.run(() => `${location.href}\n${document.body.innerText.slice(0, 1_500)}`);
      throw new Error(`${(cause as Error).message}\n${shown}`, { cause });
    });
  }

  async click(selector: string, text = ''): Promise<void> {
    const at = await this.place(selector, text);
    await this.pointer([
      { type: 'pointerMove', duration: 0, ...at },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  }

  private async pointer(actions: readonly object[]): Promise<void> {
    const parameters = { pointerType: 'mouse' };
    await this.send('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters, actions }] });
  }

  /** Presses keys together, in this order, and lets them go. */
  async press(...keys: readonly string[]): Promise<void> {
    const values = keys.map((key) => KEYS.get(key) ?? key);
    const actions = [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    await this.send('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** Types a text, key by key. */
  async type(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.send('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** Takes one picture of the page as it is, when WORKTRACK_SHOTS names a folder. */
  async picture(name: string): Promise<void> {
    if (!process.env.WORKTRACK_SHOTS) return;
    const folder = path.resolve(__dirname, '../../../..', process.env.WORKTRACK_SHOTS);
    await mkdir(folder, { recursive: true });
    await this.run(
      () =>
        new Promise<void>((painted) =>
          requestAnimationFrame(() => {
            setTimeout(painted, 0);
          }),
        ),
    );
    const picture = (await this.send('GET', '/screenshot')) as string;
    await writeFile(path.join(folder, `${name}.png`), Buffer.from(picture, 'base64'));
  }

  private send(method: string, target: string, body?: object): Promise<unknown> {
    return command(method, this.session + target, body);
  }
}

/** The middle of the first shown element with this text; runs in the page. */
function placeInPage(selector: string, text: string): { readonly x: number; readonly y: number } | null {
  const isNamed = (element: Element): boolean =>
    text === '' || element.textContent.trim() === text || element.getAttribute('aria-label') === text;
  const found = [...document.querySelectorAll(selector)].find(
    (element) => isNamed(element) && element.checkVisibility() && element.getClientRects().length > 0,
  );
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = found.getClientRects()[0]!;
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

async function command(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${address}: ${value.error ?? ''} ${value.message ?? ''}`);
  return value;
}
