import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import { guardUndelivered } from './api/delivery.js';
import { sweepDrafts } from './api/drafts.js';
import { readBoot } from './boot.js';
import { readSession, session } from './identity/session.js';
import './shell/preferences.js';
import { App } from './shell/app.js';
import { Unavailable } from './shell/unavailable.js';

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) return;
  // The development server has no session to put into the page.
  const boot = import.meta.env.DEV ? undefined : readBoot();
  guardUndelivered();
  sweepDrafts();
  session.value = boot ? boot.session : await readSession().catch(() => null);
  render(boot?.failedRequest === undefined ? <App /> : <Unavailable requestId={boot.failedRequest} />, root);
}

void start();
