import { useEffect, useState } from 'preact/hooks';
import { isPhone, PHONE } from '../parts/sheet.js';
import { lazyPart } from '../shell/not-loaded.js';
import { useTyping } from '../shell/typing.js';
import styles from './bottom-bar.module.css';

const BottomWays = lazyPart(() => import('./bottom-ways.js').then((file) => file.BottomWays));

/** The ways that a thumb reaches on a phone. It goes while a field has the focus: the keyboard needs its place. */
export function BottomBar() {
  const [isShown, setShown] = useState(isPhone);
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
  if (useTyping() || !isShown) return null;
  return (
    <nav class={styles.bar} aria-label="Shortcuts">
      <BottomWays />
    </nav>
  );
}
