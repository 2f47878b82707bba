import { Button } from './button.js';
import styles from './form.module.css';

/** A member of a form that the user and somebody else have changed to different values. */
export interface Difference {
  /** Of the member, in words. */
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
  readonly onSettle: (isMine: boolean) => void;
}

/** Lets the user choose between two values of each member. Both are shown, so that nothing that was typed is lost. */
export const Conflicts = ({
  lead,
  differences,
}: {
  readonly lead: string;
  readonly differences: readonly Difference[];
}) => (
  <section class={styles.conflicts} role="alert" aria-label="Changed elsewhere">
    <p>{lead} Choose for each:</p>
    {differences.map(({ name, mine, theirs, onSettle }) => (
      <div key={name} class={styles.sides} role="group" aria-label={name}>
        <h3>{name}</h3>
        <dl>
          <dt>Yours</dt>
          <dd>{mine}</dd>
          <dt>Theirs</dt>
          <dd>{theirs}</dd>
        </dl>
        <div class={styles.actions} data-end>
          <Button
            onClick={() => {
              onSettle(false);
            }}
          >
            Keep theirs
          </Button>
          <Button
            onClick={() => {
              onSettle(true);
            }}
          >
            Use mine
          </Button>
        </div>
      </div>
    ))}
  </section>
);
