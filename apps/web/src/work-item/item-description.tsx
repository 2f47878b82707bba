import { useId, useState } from 'preact/hooks';
import { waiting } from '../api/undelivered.js';
import { Button } from '../parts/button.js';
import { Markdown } from '../parts/markdown.js';
import type { Task } from '../parts/tasks.js';
import { TextArea } from '../parts/text-area.js';
import { warn } from '../shell/notices.js';
import { reasonOf } from './changes.js';
import { ConflictBox } from './conflict-box.js';
import { itemChanges } from './item-changes.js';
import { tickDescription } from './ticks.js';
import { useDraft } from './use-draft.js';
import type { ItemPlace, WorkItem } from './work-item.js';
import styles from './item-view.module.css';

const LONGEST = 64_000;

interface ItemDescriptionProps {
  readonly place: ItemPlace;
  readonly item: WorkItem;
  readonly isFixed: boolean;
}

/** The description in Markdown, edited in its place. */
export function ItemDescription({ place, item, isFixed }: ItemDescriptionProps) {
  const id = useId();
  const { organization, key } = place;
  const now = item.description ?? '';
  const { draft, write, drop, stored, begin } = useDraft(`description ${organization} ${key}`, now);
  const [isOpen, setOpen] = useState(draft !== undefined);
  const [error, setError] = useState<string>();
  const conflict = itemChanges.conflictsOf(item.id).description;
  const text = draft?.text ?? now;
  const close = () => {
    setOpen(false);
    setError(undefined);
  };
  const save = async () => {
    close();
    const seen = { ...item, description: draft?.base ?? now };
    const description = text.trim() === '' ? null : text;
    const outcome = await itemChanges.set(organization, seen, { description }, { isQuiet: true });
    if (outcome.kind === 'made') stored(text, description ?? '');
    else if (outcome.kind === 'refused') {
      setOpen(true);
      setError(reasonOf(outcome.error));
    }
  };
  const tick = (task: Task, isDone: boolean) => {
    tickDescription(place, item, task, isDone).catch((reason: unknown) => {
      warn(`The point was not changed. ${reasonOf(reason)}`);
    });
  };
  const edit = () => {
    setOpen(true);
  };
  return (
    <section class={styles.description} aria-labelledby={id}>
      <h2 id={id} class="visually-hidden">
        Description
      </h2>
      {conflict && (
        <ConflictBox
          conflict={conflict}
          organization={organization}
          onSettled={drop}
          onEdit={() => {
            begin(conflict.mine ?? '', conflict.theirs ?? '');
            edit();
          }}
        />
      )}
      {isOpen && !isFixed && !conflict ? (
        <>
          <TextArea
            label="Description"
            text={text}
            onText={write}
            onSubmit={() => void save()}
            isChanged={text !== now}
            onCancel={() => {
              drop();
              close();
            }}
            submit="Save"
            maxLength={LONGEST}
            lines={8}
            error={error}
            autofocus
            hint="Markdown. What you type is kept until you save or cancel."
          />
          {text.trim() === '' && now !== '' && (
            <Button kind="plain" onClick={() => void save()}>
              Save without a description
            </Button>
          )}
        </>
      ) : (
        <>
          {now === '' ? (
            <p class={styles.none}>No description.</p>
          ) : (
            <Markdown text={now} onTick={isFixed ? undefined : tick} />
          )}
          {!isFixed && (
            <Button kind="plain" onClick={edit}>
              {now === '' ? 'Add a description' : 'Edit the description'}
            </Button>
          )}
          {draft && waiting.value > 0 && <p class={styles.none}>Not saved yet: it waits for the connection.</p>}
        </>
      )}
    </section>
  );
}
