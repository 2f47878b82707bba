import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import { guardUndelivered } from './api/undelivered.js';
import { sweepDrafts } from './api/kept-drafts.js';
import { readBoot } from './boot.js';
import { beginRelease } from './api/release.js';
import { readSession } from './api/session.api.js';
import { session, signInOptions, signInProblem } from './api/session.js';
import { CONTENTS } from './contents.js';
import './shell/preferences.js';
import { preventAccidents } from './parts/accidents.js';
import { leaveKeysToInputMethods } from './parts/input-methods.js';
import { guardUnsaved } from './parts/unsaved.js';
import { App } from './shell/app.js';
import { keepPlaces } from './shell/kept-places.js';
import { keepSeenPages } from './shell/seen-pages.js';
import { Unavailable } from './shell/unavailable.js';

/** The most milliseconds that the first screen waits for the font. */
const FONT_TIMEOUT = 300;

/**
 * Resolves when the font is there, which loads concurrently with the code, or when that takes too long. The page then keeps the font of the
 * system: a font that came later would have other widths, and move what is being read.
 */
async function fontOrTimeout(): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT));
  // Show the page even when the font cannot be loaded.
  return Promise.race([document.fonts.load('1rem Inter').catch(() => undefined), timeout]);
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) return;
  // The development server has no session to put into the page.
  const boot = import.meta.env.DEV ? undefined : readBoot();
  if (boot) beginRelease(boot.version);
  leaveKeysToInputMethods();
  keepPlaces();
  preventAccidents();
  guardUndelivered();
  guardUnsaved();
  sweepDrafts();
  if (boot?.signIn) signInOptions.value = boot.signIn;
  if (boot?.signInProblem !== undefined) {
    signInProblem.value = boot.signInProblem;
    // The address is that of the failed response: it must not be sent again.
    history.replaceState(null, '', '/sign-in');
  }
  session.value = boot ? boot.session : await readSession().catch(() => null);
  await fontOrTimeout();
  render(
    boot?.failedRequest === undefined ? <App contents={CONTENTS} /> : <Unavailable requestId={boot.failedRequest} />,
    root,
  );
  // A browser that refuses, such as one in private mode, has the page as without it.
  if (boot) await keepSeenPages().catch(() => undefined);
}

void start();
