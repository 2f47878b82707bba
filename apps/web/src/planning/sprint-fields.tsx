import type { InputHTMLAttributes, TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { limited } from '../parts/length.js';
import { LengthNote } from '../parts/length-note.js';
import type { SprintDraft } from './sprint-changes.js';
import styles from './planning.module.css';

/** The member of the API of each field, under which a refusal names it. */
const MEMBERS: Readonly<Record<keyof SprintDraft, string>> = {
  name: 'name',
  startDay: 'startDate',
  endDay: 'endDate',
  goal: 'goal',
  targetPoints: 'targetPoints',
};

/** The last day that the server stores. */
const LAST_DAY = '9999-12-31';

/** The names of the fields. */
export const SPRINT_FIELDS: Readonly<Record<keyof SprintDraft, string>> = {
  name: 'Name',
  startDay: 'First day',
  endDay: 'Last day',
  goal: 'Goal',
  targetPoints: 'Target in points',
};

interface SprintFieldsProps {
  readonly draft: SprintDraft;
  readonly onChange: (draft: SprintDraft) => void;
  readonly error: unknown;
}

/** The fields of the plan of a Sprint, each with what a refusal says of it. */
export function SprintFields({ draft, onChange, error }: SprintFieldsProps) {
  const id = useId();
  const errors = error instanceof Refusal ? error.fieldErrors : {};
  const field = (name: keyof SprintDraft, type: 'text' | 'date' | 'number', rest: object = {}, most?: number) => {
    const problem = errors[MEMBERS[name]]?.[0];
    const control = {
      ...rest,
      ...(most !== undefined && { ref: limited(draft[name], most) }),
      id: `${id}-${name}`,
      type,
      value: draft[name],
      'aria-invalid': problem !== undefined,
      'aria-describedby': problem === undefined ? undefined : `${id}-${name}-error`,
      onInput: ({ currentTarget: { value } }: TargetedInputEvent<HTMLInputElement>) => {
        onChange({ ...draft, [name]: value });
      },
    } as InputHTMLAttributes;
    return (
      <div class={styles.field}>
        <label for={`${id}-${name}`}>{SPRINT_FIELDS[name]}</label>
        <input {...control} />
        {most !== undefined && <LengthNote text={draft[name]} most={most} />}
        {problem !== undefined && (
          <p class={styles.error} id={`${id}-${name}-error`} role="alert">
            {problem}
          </p>
        )}
      </div>
    );
  };
  return (
    <>
      {field('name', 'text', { required: true, autofocus: true }, 255)}
      <div class={styles.pair}>
        {field('startDay', 'date', { max: LAST_DAY })}
        {field('endDay', 'date', { min: draft.startDay || undefined, max: LAST_DAY })}
      </div>
      {field('goal', 'text', {}, 10_000)}
      {field('targetPoints', 'number', { min: 0, max: 10_000_000, step: 1 })}
      {error !== undefined && error !== null && Object.keys(errors).length === 0 && (
        <p class={styles.error} role="alert">
          {sentenceOf(error)}
        </p>
      )}
    </>
  );
}
