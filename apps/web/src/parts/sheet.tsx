import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import styles from './sheet.module.css';

/** The window is as narrow as a phone's: dialogs, pickers and menus are sheets there, which come from the bottom. */
export const PHONE = '(max-width: 40em)';

export const isPhone = (): boolean => matchMedia(PHONE).matches;

/** How sheets are closed and moved: only phones load it, before the first sheet opens. */
const loadGestures = () => import('./sheet-gestures.js');
if (isPhone()) void loadGestures().catch(() => undefined);

/** The class of what is a sheet on a phone. */
export const SHEET = styles.sheet;

/** Attribute of the parts of a sheet that a finger drags down to close it. */
export const GRIP = { 'data-grip': '' };

/** The handle, which is the first child of a sheet. */
export const Grip = () => <div class={styles.grip} role="presentation" {...GRIP} />;

/**
 * Makes a dialog or a menu a sheet on a phone: Back and a finger that drags its grip down close it, and it stays above the keyboard of the
 * phone. `close` can ask first.
 */
export function useSheet(element: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    const sheet = element.current;
    if (!sheet || !isPhone()) return;
    const leave = () => {
      latest.current();
    };
    let stop = (): void => undefined;
    let isOpen = true;
    // Without a connection it is a dialog all the same.
    void loadGestures().then(
      ({ beginGestures }) => {
        if (isOpen) stop = beginGestures(sheet, leave);
      },
      () => undefined,
    );
    return () => {
      isOpen = false;
      stop();
    };
  }, []);
}
