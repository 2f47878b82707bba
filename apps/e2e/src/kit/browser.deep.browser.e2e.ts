import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { inBrowser, onFirstVisit, type Visit } from './browser.js';

const LEFT = path.resolve(__dirname, '../../../../test-results/browser');

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'";
const STYLE =
  ':root { color-scheme: light dark; background: light-dark(#fff, #111); color: light-dark(#000, #eee); } .dim { color: #333; }';

const documentWith = (inside: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="stylesheet" href="/style.css"></head><body><main><h1>A page</h1>${inside}</main></body></html>`;

/** The pages of this suite by path: each does one thing that a page must not do, but for the first. */
const PAGES: Readonly<Record<string, string>> = {
  '/good': documentWith('<p>Text</p><button type="button">Press</button>'),
  '/console': documentWith('<script src="/log.js"></script>'),
  '/throws': documentWith('<script src="/throw.js"></script>'),
  '/rejects': documentWith('<script src="/reject.js"></script>'),
  '/inline': documentWith('<script>document.title = "changed"</script>'),
  '/markup': documentWith('<script src="/markup.js"></script>'),
  '/calls': documentWith('<script src="/call.js"></script>'),
  '/elsewhere': documentWith('<script src="http://elsewhere.example.test/a.js"></script>'),
  '/nameless': documentWith('<button type="button"></button>'),
  '/dim-in-dark': documentWith('<p class="dim">Text</p>'),
  '/wide': documentWith('<pre class="wide">wide</pre>'),
};

const FILES: Readonly<Record<string, readonly [string, string]>> = {
  '/style.css': ['text/css', `${STYLE} .wide { width: 900px; }`],
  '/log.js': ['text/javascript', 'console.error("something is odd")'],
  '/throw.js': ['text/javascript', 'throw new Error("thrown by the page")'],
  '/reject.js': ['text/javascript', 'Promise.reject(new Error("rejected by the page"))'],
  '/markup.js': ['text/javascript', 'try { document.querySelector("h1").innerHTML = "<b>x</b>" } catch {}'],
  '/call.js': ['text/javascript', 'fetch("/broken").then((answer) => answer.text())'],
};

/** Runs a test in the browser, and returns the reason of its failure. */
async function failureOf(test: (visit: Visit) => Promise<void>, origin: string): Promise<Error> {
  try {
    await inBrowser(test, { origin })();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('The test passed.');
}

// These tests fail on purpose; what they leave would be taken for failures.
afterAll(async () => {
  for (const name of existsSync(LEFT) ? await readdir(LEFT) : []) {
    if (/^(?:A-test-in-the-browser|Visits-of-the-shared-server)-/.test(name)) {
      await rm(path.join(LEFT, name), { recursive: true });
    }
  }
});

describe('A test in the browser', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer(({ url = '' }, answer) => {
      const page = PAGES[url];
      const [type, content] = page === undefined ? (FILES[url] ?? ['text/plain', '']) : ['text/html', page];
      answer.writeHead(url === '/broken' ? 500 : url === '/missing' ? 404 : 200, {
        'content-type': type,
        'content-security-policy': POLICY,
      });
      answer.end(content);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  it('passes on a page that keeps every rule', async () => {
    await inBrowser(
      async ({ page }) => {
        await page.goto('/good');
        await page.getByRole('button', { name: 'Press' }).click();
      },
      { origin },
    )();
  });

  it.each([
    ['an error in the console', '/console', 'console error: something is odd'],
    ['an exception of the page', '/throws', 'page error: Error: thrown by the page'],
    ['a rejection that nobody handles', '/rejects', 'page error: Error: rejected by the page'],
    ['a script within the document, which the policy forbids', '/inline', 'Content Security Policy'],
    ['markup from a text, which the policy forbids', '/markup', 'TrustedHTML'],
    ['an answer 500 to a request of the page', '/calls', 'answer 500: GET http://127.0.0.1'],
    ['a document that is not found', '/missing', 'answer 404: GET http://127.0.0.1'],
    ['a request to another origin', '/elsewhere', 'request to another origin: http://elsewhere.example.test/a.js'],
    ['a button without a name', '/nameless', 'axe, light: button-name'],
    ['too little contrast in the dark scheme only', '/dim-in-dark', 'axe, dark: color-contrast'],
    ['content that is wider than a narrow window', '/wide', 'px wide in a window of 320 px'],
  ])('fails by %s', async (_, target, reason) => {
    const { message } = await failureOf(async (visit) => {
      await visit.open(target);
      await visit.page.waitForLoadState('networkidle');
    }, origin);
    expect(message).toContain(reason);
  });

  it('names the colour scheme of a finding', async () => {
    const { message } = await failureOf((visit) => visit.open('/dim-in-dark'), origin);
    expect(message).not.toContain('axe, light');
  });

  it('passes over a refusal that it expects, and fails when the expected one is not seen', async () => {
    const expecting = (status: number) => async (visit: Visit) => {
      visit.expectRefusal(status, /^\/broken$/);
      await visit.open('/calls');
      await visit.page.waitForLoadState('networkidle');
    };
    await inBrowser(expecting(500), { origin })();
    const { message } = await failureOf(expecting(404), origin);
    expect(message).toContain('answer 500');
    expect(message).toContain('no answer 404');
  });

  it('fails by a lost connection unless it interrupts that itself', async () => {
    const offline = (isPermitted: boolean) => async (visit: Visit) => {
      await visit.open('/good');
      if (isPermitted) visit.permitLostRequests();
      await visit.context.setOffline(true);
      await visit.page.evaluate(() => fetch('/good').catch(() => undefined));
    };
    await inBrowser(offline(true), { origin })();
    expect((await failureOf(offline(false), origin)).message).toContain('request without an answer: GET');
  });

  it('leaves the picture and the document of its page when it fails, and names their folder', async () => {
    const reason = new Error('the reason of the test');
    const { message, cause } = await failureOf(async (visit) => {
      await visit.open('/good');
      throw reason;
    }, origin);
    expect(cause).toBe(reason);
    const folder = path.resolve(__dirname, '../../../..', /The pages are in (.+)\.$/.exec(message)?.[1] ?? '');
    expect(await readFile(path.join(folder, 'page-1.html'), 'utf8')).toContain('<h1>A page</h1>');
    expect((await readFile(path.join(folder, 'page-1.png'))).subarray(1, 4).toString()).toBe('PNG');
  });

  it('has cookies and storage of its own', async () => {
    const count = async ({ page }: Visit): Promise<void> => {
      await page.goto('/good');
      expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
      await page.evaluate(() => {
        localStorage.setItem('a', 'b');
        document.cookie = 'a=b';
      });
    };
    await inBrowser(count, { origin })();
    await inBrowser(count, { origin })();
  });

  it('takes pictures in light and dark, wide and narrow, when a folder is named for them', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'shots-'));
    const shoot = inBrowser(
      async (visit) => {
        await visit.open('/good');
        await visit.shot('a-page');
      },
      { origin },
    );
    const before = process.env.WORKTRACK_SHOTS;
    try {
      process.env.WORKTRACK_SHOTS = path.join(folder, 'pictures');
      await shoot();
      expect((await readdir(path.join(folder, 'pictures'))).sort()).toEqual([
        'a-page-dark-1280.png',
        'a-page-dark-320.png',
        'a-page-light-1280.png',
        'a-page-light-320.png',
      ]);
      delete process.env.WORKTRACK_SHOTS;
      await rm(folder, { recursive: true });
      await shoot();
      expect(existsSync(folder)).toBe(false);
    } finally {
      if (before !== undefined) process.env.WORKTRACK_SHOTS = before;
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('Visits of the shared server, one after the other in one browser context', () => {
  /** A document of the server without a script. */
  const PLACE = '/robots.txt';
  /** All that a visit may leave behind. */
  const traces = (page: Page): Promise<unknown> =>
    page.evaluate(async () => ({
      cookie: document.cookie,
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
      isOnline: navigator.onLine,
      width: innerWidth,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      isRouted: (await (await fetch('/api/health')).text()).includes('routed'),
    }));
  const NONE = {
    cookie: '',
    local: 0,
    session: 0,
    databases: 0,
    permission: 'prompt',
    isOnline: true,
    width: 1280,
    isDark: false,
    isRouted: false,
  };

  it('leave nothing to the next one', async () => {
    let first: BrowserContext | undefined;
    await inBrowser(async ({ context, page }) => {
      first = context;
      await page.goto(PLACE);
      expect(await traces(page)).toEqual(NONE);
      await context.grantPermissions(['geolocation']);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 600, height: 400 });
      await page.route('**/api/health', (route) => route.fulfill({ body: 'routed' }));
      await page.evaluate(async () => {
        document.cookie = 'a=b';
        localStorage.setItem('a', 'b');
        sessionStorage.setItem('a', 'b');
        await new Promise((done) => (indexedDB.open('a').onsuccess = done));
      });
      const changed = { cookie: 'a=b', local: 1, session: 1, databases: 1, permission: 'granted', isOnline: true };
      expect(await traces(page)).toEqual({ ...changed, width: 600, isDark: true, isRouted: true });
      await context.setOffline(true);
    })();
    await inBrowser(async ({ context, page }) => {
      expect(context).toBe(first);
      expect(context.pages()).toHaveLength(2);
      await page.goto(PLACE);
      expect(await traces(page)).toEqual(NONE);
    })();
  });

  it('have faults of their own', async () => {
    await expect(
      inBrowser(async (visit) => {
        await visit.open(PLACE);
        await visit.page.evaluate(() => {
          console.error('of the first visit');
        });
      })(),
    ).rejects.toThrow('of the first visit');
    await inBrowser((visit) => visit.open(PLACE))();
  });

  it('go on in another one after a crash, and while a visit has not ended', async () => {
    let crashed: BrowserContext | undefined;
    await expect(
      inBrowser(async ({ context, page }) => {
        crashed = context;
        await page.goto(PLACE);
        await page.goto('chrome://crash').catch(() => undefined);
      })(),
    ).rejects.toThrow(`crash of `);
    await inBrowser(async ({ context, page }) => {
      expect(context).not.toBe(crashed);
      await page.goto(PLACE);
      await inBrowser(async (within) => {
        expect(within.context).not.toBe(context);
        await within.open(PLACE);
      })();
      expect(page.isClosed()).toBe(false);
    })();
  });

  it('have a context of their own where a test is about the first visit', async () => {
    const seen: BrowserContext[] = [];
    const visit = async ({ context, page }: Visit): Promise<void> => {
      seen.push(context);
      await page.goto(PLACE);
    };
    await inBrowser(visit)();
    await onFirstVisit(visit)();
    await onFirstVisit(visit)();
    expect(new Set(seen).size).toBe(3);
  });
});
