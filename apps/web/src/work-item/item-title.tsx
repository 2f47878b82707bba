import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../parts/button.js';
import { useDiscard } from '../parts/discard.js';
import { limited } from '../parts/length.js';
import { LengthNote } from '../parts/length-note.js';
import { reasonOf } from './changes.js';
import { ConflictBox } from './conflict-box.js';
import { itemChanges } from './item-changes.js';
import { wanted } from './picking.js';
import { useDraft } from './use-draft.js';
import type { ItemPlace, WorkItem } from './work-item.js';
import styles from './item-title.module.css';

const LONGEST = 500;

interface ItemTitleProps {
  readonly place: ItemPlace;
  readonly item: WorkItem;
  readonly isFixed: boolean;
}

/** Next to the heading that shows the title: the way to change it, and the form in its place. */
export function ItemTitle({ place, item, isFixed }: ItemTitleProps) {
  const { organization, key } = place;
  const { draft, write, drop, stored, begin } = useDraft(`title ${organization} ${key}`, item.title);
  const [isOpen, setOpen] = useState(draft !== undefined);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const conflict = itemChanges.conflictsOf(item.id).title;
  const text = draft?.text ?? item.title;
  useEffect(() => {
    if (wanted.value?.part !== 'title' || wanted.value.key !== key || isFixed) return;
    wanted.value = undefined;
    setOpen(true);
  }, [wanted.value]);
  useLayoutEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    setError(undefined);
  };
  const { leave, question } = useDiscard(
    () => text !== item.title,
    () => {
      drop();
      close();
    },
  );
  const save = async () => {
    if (text.trim() === '') {
      setError('A title has at least one letter.');
      return;
    }
    close();
    const seen = { ...item, title: draft?.base ?? item.title };
    const outcome = await itemChanges.set(organization, seen, { title: text.trim() }, { isQuiet: true });
    if (outcome.kind === 'made') stored(text, text.trim());
    else if (outcome.kind === 'refused') {
      setOpen(true);
      setError(reasonOf(outcome.error));
    }
  };
  if (conflict) {
    return (
      <ConflictBox
        conflict={conflict}
        organization={organization}
        onSettled={drop}
        onEdit={() => {
          begin(conflict.mine, conflict.theirs);
          setOpen(true);
        }}
      />
    );
  }
  if (isFixed) return null;
  if (!isOpen) {
    return (
      <IconButton
        icon="pencil"
        label="Rename"
        onClick={() => {
          setOpen(true);
        }}
      />
    );
  }
  return (
    <form
      class={styles.form}
      data-kept
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        ref={(element) => {
          input.current = element;
          limited(text, LONGEST)(element);
        }}
        class={styles.input}
        type="text"
        aria-label="Title"
        aria-invalid={error !== undefined}
        value={text}
        onInput={(event) => {
          write(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          leave();
        }}
      />
      <Button kind="primary" type="submit">
        Save
      </Button>
      <Button
        kind="plain"
        onClick={() => {
          drop();
          close();
        }}
      >
        Cancel
      </Button>
      <LengthNote text={text} most={LONGEST} />
      {question}
      {error !== undefined && <p role="alert">{error}</p>}
    </form>
  );
}
