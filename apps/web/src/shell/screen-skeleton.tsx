import { useEffect, useRef } from 'preact/hooks';
import { Skeleton } from '../parts/skeleton.js';
import { isAfterAction } from './page.js';
import styles from './page.module.css';

/** Shown in the place of a screen whose file is being loaded. */
export function ScreenSkeleton() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The link that led here is gone where it stood in the screen before.
    if (isAfterAction()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class={styles.page}>
      <header class={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Loading
        </h1>
      </header>
      <Skeleton label="Loading the screen" lines={8} />
    </div>
  );
}
