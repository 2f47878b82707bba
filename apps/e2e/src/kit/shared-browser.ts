import type { Browser, BrowserContext, CDPSession, LaunchOptions, Page } from 'playwright-core';

/** A browser context that visits have one after the other. */
export interface KeptContext {
  readonly context: BrowserContext;
  /** A page of the server without a script. While it is open, the process of the context's pages goes on, with what it has compiled. */
  readonly keeper: Page;
  /** The debugger of `keeper`. */
  readonly session: CDPSession;
  /** False while a visit has it. */
  isFree: boolean;
}

/** The browser of a worker (`test/shared-browser.cjs`). */
export interface SharedBrowser {
  theBrowser(options: LaunchOptions): Promise<Browser>;
  leaveBrowser(): Promise<void>;
  /** Returns the context that is kept for visits of this server, or undefined while a visit has it; `make` makes it before the first one. */
  takeContext(browser: Browser, origin: string, make: () => Promise<BrowserContext>): Promise<KeptContext | undefined>;
  /** Closes the kept context. The next visit gets another one. */
  leaveContext(): Promise<void>;
}
