import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import { readBoot } from './boot.js';
import { readSession, session } from './identity/session.js';
import './shell/preferences.js';
import { App } from './shell/app.js';

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) return;
  // The development server has no session to put into the page.
  session.value = import.meta.env.DEV ? await readSession().catch(() => null) : readBoot().session;
  render(<App />, root);
}

void start();
