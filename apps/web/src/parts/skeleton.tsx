import { useEffect, useState } from 'preact/hooks';
import styles from './skeleton.module.css';

/** Milliseconds. What comes sooner than this would only flicker. */
const DELAY = 150;

/** Lines in the place of what is being loaded, shown only when that takes a moment. */
export function Skeleton({ lines = 5, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSlow, DELAY, true);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <div class={styles.skeleton} aria-busy="true">
      {isSlow && <span class="visually-hidden">{label}</span>}
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class={styles.line} data-shown={isSlow || undefined} />
      ))}
    </div>
  );
}
