import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { inWords } from './many.js';
import type { Outcome } from './planner.js';
import styles from './bulk.module.css';

interface OutcomeDialogProps {
  readonly organization: string;
  readonly outcome: Outcome;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Says for each Work Item whether it was changed, and why not. */
export function OutcomeDialog({ organization, outcome: { change, results }, ...rest }: OutcomeDialogProps) {
  const refused = results.filter(({ reason }) => reason !== undefined);
  return (
    <ResultsDialog
      title={`${refused.length} of ${results.length} were not changed`}
      lead={inWords(organization, change)}
      rows={results.map(({ card: { id, key, title = '' }, reason }) => ({ id, key, title, reason }))}
      done="Changed"
      again={refused.every(({ isConflict }) => isConflict === true) ? 'Change them anyway' : 'Try again'}
      {...rest}
    />
  );
}

interface Row {
  readonly id: string;
  readonly key?: string | undefined;
  readonly title: string;
  /** Why it was not done. */
  readonly reason?: string | undefined;
}

interface ResultsDialogProps {
  readonly title: string;
  readonly lead?: string;
  readonly rows: readonly Row[];
  /** The word for what was done: `Changed`. */
  readonly done: string;
  /** The name of the button that does again what was refused. */
  readonly again: string;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The results of something that was done to many Work Items, the refused ones first. */
export function ResultsDialog({ title, lead, rows, done, again, onAgain, onClose }: ResultsDialogProps) {
  const refused = rows.filter(({ reason }) => reason !== undefined);
  return (
    <Dialog title={title} onClose={onClose}>
      {lead !== undefined && <p class={styles.lead}>{lead}</p>}
      <ul class={styles.results} aria-label="Results">
        {[...refused, ...rows.filter((row) => !refused.includes(row))].map(({ id, key, title: name, reason }) => (
          <li key={id} data-refused={reason !== undefined || undefined}>
            <Icon
              name={reason === undefined ? 'check' : 'alert'}
              label={reason === undefined ? done : `Not ${done.toLowerCase()}`}
            />
            <span>
              {key !== undefined && <strong>{key} </strong>}
              {name}
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
          {again}
        </Button>
      </div>
    </Dialog>
  );
}
