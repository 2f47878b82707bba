import { Button } from './button.js';
import type { RecordForm } from './record-form.js';
import styles from './form.module.css';

interface RecordConflictProps<Content> {
  readonly form: RecordForm<Content>;
  /** The kind of the record, as a person calls it: `Project`. */
  readonly what: string;
  /** The names of the members, in words. */
  readonly names: Readonly<Record<keyof Content, string>>;
  readonly wordsOf: (member: keyof Content, content: Content) => string;
}

/** Lets the user choose between two values of each member in conflict. Both are shown, so that nothing that was typed is lost. */
export function RecordConflict<Content>({
  form: { content, conflict, settle },
  what,
  names,
  wordsOf,
}: RecordConflictProps<Content>) {
  if (!conflict) return null;
  return (
    <section class={styles.conflicts} role="alert" aria-label="Changed elsewhere">
      <p>Somebody else changed this {what} while you did. Choose for each:</p>
      {conflict.members.map((member) => (
        <div key={member} class={styles.sides} role="group" aria-label={names[member]}>
          <h3>{names[member]}</h3>
          <dl>
            <dt>Yours</dt>
            <dd>{wordsOf(member, content)}</dd>
            <dt>Theirs</dt>
            <dd>{wordsOf(member, conflict.theirs)}</dd>
          </dl>
          <div class={styles.actions} data-end>
            <Button
              onClick={() => {
                settle(member, false);
              }}
            >
              Keep theirs
            </Button>
            <Button
              onClick={() => {
                settle(member, true);
              }}
            >
              Use mine
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
