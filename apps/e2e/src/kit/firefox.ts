import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, LaunchOptions } from 'playwright-core';
import { findProgram } from './program.js';
import { scratchPath } from './scratch.js';

declare global {
  /** The browser of the suites of a jest project; `jest.config.cjs` chooses it. */
  var BROWSER: 'chromium' | 'firefox' | undefined;
}

export const isFirefox = (): boolean => globalThis.BROWSER === 'firefox';

/** Starts the Firefox of this machine, as it is: Playwright speaks WebDriver BiDi with it (ADR 110). */
export function firefoxOptions(): LaunchOptions {
  const home = scratchPath('firefox');
  mkdirSync(home);
  return {
    channel: 'moz-firefox',
    executablePath: findProgram('firefox-esr')!,
    // A first start fills a profile, on a machine that runs other suites.
    timeout: 120_000,
    firefoxUserPrefs: {
      'ui.prefersReducedMotion': 1,
      // No request leaves this machine.
      'network.dns.localDomains': 'localhost',
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home },
  };
}

/** Firefox takes these from its preferences. */
export const FIREFOX_CONTEXT: BrowserContextOptions = { reducedMotion: null, colorScheme: null };
