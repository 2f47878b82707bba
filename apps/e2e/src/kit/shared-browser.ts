import type { Browser, LaunchOptions } from 'playwright-core';

/** The browser of a worker (`test/shared-browser.cjs`). */
export interface SharedBrowser {
  theBrowser(options: LaunchOptions): Promise<Browser>;
  leaveBrowser(): Promise<void>;
}
