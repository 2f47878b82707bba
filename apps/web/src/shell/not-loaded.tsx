import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { loaded, noteLoaded, reloadOnce } from '../api/loaded.js';
import { Button } from '../parts/button.js';
import { warn } from './notices.js';
import { Page } from './page.js';
import styles from './refused.module.css';
import { ScreenSkeleton } from './screen-skeleton.js';

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

/** Loads a screen. Where it cannot be loaded, the page is loaded again, once; then the screen says so. */
async function screenOf<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const screen = await loaded(load).catch(reloadOnce);
  if (typeof screen === 'boolean') return screen ? Empty : ScreenNotLoaded;
  noteLoaded();
  return screen;
}

/** Milliseconds for which the screen before stays: a file that comes sooner needs no sign that it loads. */
const PATIENCE = 150;

/** A screen that is loaded when it is shown, with a skeleton in its place when that takes longer. */
export const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy<ComponentType<P>>(async () => {
    const loading = screenOf(load);
    const inTime = await Promise.race([loading, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))]);
    if (inTime) return inTime;
    let shown: ComponentType<P> | undefined;
    return function AwaitedScreen(props: P) {
      const [Screen, setScreen] = useState(() => shown);
      useEffect(() => {
        void loading.then((screen) => {
          shown = screen;
          setScreen(() => screen);
        });
      }, []);
      return Screen ? <Screen {...props} /> : <ScreenSkeleton />;
    };
  });

/** A part of a screen that is loaded when it is shown. A notice says so when it cannot be loaded. */
export const lazyPart = <P,>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy<ComponentType<P>>(() => loaded(load).catch(() => PartNotLoaded));
