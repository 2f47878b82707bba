import { shownKeys } from './keys.js';
import styles from './shown-keys.module.css';

export const Keys = ({ sequence }: { readonly sequence: string }) => (
  <span class={styles.keys}>
    {shownKeys(sequence).map((key, at) => (
      <kbd key={at}>{key}</kbd>
    ))}
  </span>
);
