import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loaded } from '../api/loaded.js';
import { isPhone, PHONE } from '../parts/sheet.js';
import { warnNotLoaded } from '../shell/not-loaded.js';
import { useTyping } from '../shell/typing.js';
import styles from './bottom-bar.module.css';

/** The ways that a thumb reaches on a phone. It goes while a field has the focus: the keyboard needs its place. */
export function BottomBar() {
  const [isShown, setShown] = useState(isPhone);
  const [Ways, setWays] = useState<ComponentType>();
  useEffect(() => {
    const narrow = matchMedia(PHONE);
    const onChange = () => {
      setShown(narrow.matches);
    };
    narrow.addEventListener('change', onChange);
    return () => {
      narrow.removeEventListener('change', onChange);
    };
  }, []);
  useEffect(() => {
    if (!isShown || Ways) return;
    // Only phones load them.
    loaded(() => import('./bottom-ways.js')).then((file) => {
      setWays(() => file.BottomWays);
    }, warnNotLoaded);
  }, [isShown]);
  if (useTyping() || !isShown) return null;
  return (
    <nav class={styles.bar} aria-label="Shortcuts">
      {Ways && <Ways />}
    </nav>
  );
}
