import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { inWords } from './many.js';
import type { Outcome } from './planner.js';
import styles from './planning.module.css';

interface OutcomeDialogProps {
  readonly organization: string;
  readonly outcome: Outcome;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Says for each Work Item whether it was changed, and why not. */
export function OutcomeDialog({ organization, outcome: { change, results }, onAgain, onClose }: OutcomeDialogProps) {
  const refused = results.filter(({ reason }) => reason !== undefined);
  return (
    <Dialog title={`${refused.length} of ${results.length} were not changed`} onClose={onClose}>
      <p class={styles.lead}>{inWords(organization, change)}</p>
      <ul class={styles.results} aria-label="Results">
        {[...refused, ...results.filter((result) => !refused.includes(result))].map(({ card, reason }) => (
          <li key={card.id} data-refused={reason !== undefined || undefined}>
            <Icon
              name={reason === undefined ? 'check' : 'alert'}
              label={reason === undefined ? 'Changed' : 'Not changed'}
            />
            <span>
              <strong>{card.key}</strong> {card.title}
              {reason !== undefined && <span class={styles.reason}>{reason}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div class={styles.buttons}>
        <Button kind="plain" onClick={onClose}>
          Leave them
        </Button>
        <Button kind="primary" onClick={onAgain}>
          {refused.every(({ isConflict }) => isConflict === true) ? 'Change them anyway' : 'Try again'}
        </Button>
      </div>
    </Dialog>
  );
}
