import { Button } from './button.js';
import styles from './more.module.css';

interface MoreProps {
  readonly isLoading: boolean;
  readonly onMore: () => unknown;
}

/** Loads the next page of a list. */
export const More = ({ isLoading, onMore }: MoreProps) => (
  <div class={styles.more}>
    <Button
      kind="plain"
      aria-disabled={isLoading}
      onClick={() => {
        if (!isLoading) onMore();
      }}
    >
      {isLoading ? 'Loading …' : 'Show more'}
    </Button>
  </div>
);
