import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';
import styles from './empty.module.css';

interface EmptyProps {
  readonly icon: IconName;
  /** One sentence. */
  readonly text: string;
  /** The thing to do about it. */
  readonly action?: ComponentChildren;
}

export const Empty = ({ icon, text, action }: EmptyProps) => (
  <div class={styles.empty}>
    <Icon name={icon} size={20} />
    <p>{text}</p>
    {action !== undefined && <div class={styles.actions}>{action}</div>}
  </div>
);
