import type { InputHTMLAttributes, TargetedInputEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Refusal, sentenceOf } from '../api/refusal.js';
import type { ProjectPlace } from '../board/cards.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../shell/notices.js';
import { useCreateSprint, type SprintDraft } from './sprint-changes.js';
import styles from './planning.module.css';

const EMPTY: SprintDraft = { name: '', startDay: '', endDay: '', goal: '', targetPoints: '' };

/** The member of the API of each field, under which a refusal names it. */
const MEMBERS: Readonly<Record<keyof SprintDraft, string>> = {
  name: 'name',
  startDay: 'startDate',
  endDay: 'endDate',
  goal: 'goal',
  targetPoints: 'targetPoints',
};

interface CreateSprintDialogProps {
  readonly place: ProjectPlace;
  readonly onClose: () => void;
}

export function CreateSprintDialog({ place, onClose }: CreateSprintDialogProps) {
  const id = useId();
  const [draft, setDraft] = useState(EMPTY);
  const creating = useCreateSprint(place);
  const errors = creating.error instanceof Refusal ? creating.error.fieldErrors : {};
  const submit = async () => {
    const sprint = await creating.makeAsync(draft).catch(() => undefined);
    if (!sprint) return;
    onClose();
    notify(`${sprint.name} is created.`);
  };
  const field = (name: keyof SprintDraft, label: string, type: 'text' | 'date' | 'number', rest: object = {}) => {
    const error = errors[MEMBERS[name]]?.[0];
    const control = {
      ...rest,
      id: `${id}-${name}`,
      type,
      value: draft[name],
      'aria-invalid': error !== undefined,
      'aria-describedby': error === undefined ? undefined : `${id}-${name}-error`,
      onInput: ({ currentTarget: { value } }: TargetedInputEvent<HTMLInputElement>) => {
        setDraft({ ...draft, [name]: value });
      },
    } as InputHTMLAttributes;
    return (
      <div class={styles.field}>
        <label for={`${id}-${name}`}>{label}</label>
        <input {...control} />
        {error !== undefined && (
          <p class={styles.error} id={`${id}-${name}-error`} role="alert">
            {error}
          </p>
        )}
      </div>
    );
  };
  return (
    <Dialog title="Create a Sprint" onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {field('name', 'Name', 'text', { required: true, maxLength: 255, autofocus: true })}
        <div class={styles.pair}>
          {field('startDay', 'First day', 'date')}
          {field('endDay', 'Last day', 'date', { min: draft.startDay || undefined })}
        </div>
        {field('goal', 'Goal', 'text', { maxLength: 10_000 })}
        {field('targetPoints', 'Target in points', 'number', { min: 0, max: 10_000_000, step: 1 })}
        {creating.error && Object.keys(errors).length === 0 && (
          <p class={styles.error} role="alert">
            {sentenceOf(creating.error)}
          </p>
        )}
        <div class={styles.buttons}>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" disabled={creating.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
