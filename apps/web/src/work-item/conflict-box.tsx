import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { announce } from '../shell/notices.js';
import type { Conflict } from './changes.js';
import { FIELD_NAMES, wordsOf, type FieldName } from './fields.js';
import { itemChanges } from './item-changes.js';
import { wordDiff } from './word-diff.js';
import styles from './conflict-box.module.css';

interface ConflictBoxProps {
  readonly conflict: Conflict;
  readonly organization: string;
  /** The field has one value again. */
  readonly onSettled?: () => void;
  /** Lets the user join both texts. */
  readonly onEdit?: () => void;
}

const isText = (field: FieldName): boolean => field === 'title' || field === 'description';

/** Two people have changed one field: both values, and the choice, in the place of the field. */
export function ConflictBox({ conflict, organization, onSettled, onEdit }: ConflictBoxProps) {
  const { field, by, item } = conflict;
  const words = (value: unknown) => wordsOf(organization, field, value as never) || 'empty';
  const [theirs, mine] = [words(conflict.theirs), words(conflict.mine)];
  const name = FIELD_NAMES[field];
  return (
    <div class={styles.box} role="group" aria-label={`Two values of the field ${name}`}>
      <p class={styles.head} role="alert">
        <Icon name="alert" size={14} /> {name}: {by} changed this meanwhile.
      </p>
      {isText(field) ? (
        <TextDifference theirs={theirs} mine={mine} />
      ) : (
        <dl class={styles.values}>
          <dt>Theirs</dt>
          <dd>{theirs}</dd>
          <dt>Yours</dt>
          <dd>{mine}</dd>
        </dl>
      )}
      <div class={styles.actions}>
        <Button
          onClick={() => {
            itemChanges.keepTheirs(item.id, field);
            announce(`${name} stays ${isText(field) ? 'as it is' : theirs}.`);
            onSettled?.();
          }}
        >
          Keep theirs
        </Button>
        {onEdit && (
          <Button
            onClick={() => {
              itemChanges.keepTheirs(item.id, field);
              onEdit();
            }}
          >
            Edit
          </Button>
        )}
        <Button
          kind="primary"
          onClick={() => {
            void itemChanges.useMine(organization, conflict).then(({ kind }) => {
              if (kind === 'made') onSettled?.();
            });
          }}
        >
          Use mine
        </Button>
      </div>
    </div>
  );
}

const NAMES = { removed: 'only theirs', added: 'only yours' };

/** The steps that turn their text into one's own. */
const TextDifference = ({ theirs, mine }: { readonly theirs: string; readonly mine: string }) => (
  <>
    <p class={styles.legend}>
      <del>Theirs</del> <ins>Yours</ins>
    </p>
    <p class={styles.difference} tabIndex={0} role="group" aria-label="Difference">
      {wordDiff(theirs, mine).map(({ kind, text }) => {
        if (kind === 'same') return text;
        const Tag = kind === 'removed' ? 'del' : 'ins';
        return (
          <Tag>
            <span class="visually-hidden"> ({NAMES[kind]}: </span>
            {text}
            <span class="visually-hidden">) </span>
          </Tag>
        );
      })}
    </p>
  </>
);
