import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { loaded, noteLoaded, reloadOnce } from '../api/loaded.js';
import { Button } from '../parts/button.js';
import { warn } from './notices.js';
import { Page } from './page.js';
import styles from './refused.module.css';

const SENTENCE = 'A file of the application could not be loaded.';
const reload = () => {
  location.reload();
};

/** A screen whose file cannot be loaded. What was typed is kept in the browser. */
const ScreenNotLoaded = () => (
  <Page title="This screen could not be loaded">
    <div class={styles.refused} role="alert">
      <p>{SENTENCE} The connection is interrupted, or the server has a newer version. Your drafts are kept.</p>
      <Button onClick={reload}>Load again</Button>
    </div>
  </Page>
);

/** Says that a part of a screen cannot be loaded. */
export function warnNotLoaded(): void {
  warn(SENTENCE, { name: 'Load again', run: reload });
}

/** Shown until the page is loaded again. */
const Empty = () => null;

function PartNotLoaded() {
  useEffect(warnNotLoaded, []);
  return null;
}

/** A screen that is loaded when it is shown. Where it cannot be loaded, the page is loaded again, once; then it says so. */
export const lazyScreen = <P,>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy<ComponentType<P>>(async () => {
    const screen = await loaded(load).catch(reloadOnce);
    if (typeof screen === 'boolean') return screen ? Empty : ScreenNotLoaded;
    noteLoaded();
    return screen;
  });

/** A part of a screen that is loaded when it is shown. A notice says so when it cannot be loaded. */
export const lazyPart = <P,>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy<ComponentType<P>>(() => loaded(load).catch(() => PartNotLoaded));
