import { LIMITED_STATUSES, WORK_LIMIT_BOUNDS, type LimitedStatus } from '@worktrack/domain';
import { Refusal, sentenceOf } from '../api/refusal.js';
import type { ProjectPlace } from '../api/project-place.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { RecordConflict } from '../parts/record-conflict.js';
import { useRecordForm } from '../parts/record-form.js';
import { notify } from '../shell/notices.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { readLimits, useLimitWork, type WorkLimits } from './work-limits.js';
import parts from '../parts/form.module.css';
import styles from './project-screen.module.css';

/** The limits as they are typed; an empty text is none. */
type Content = Readonly<Record<LimitedStatus, string>>;

const contentOf = (limits: WorkLimits) =>
  Object.fromEntries(LIMITED_STATUSES.map((status) => [status, String(limits[status] ?? '')])) as Content;

const numbersOf = (content: Partial<Content>) =>
  Object.fromEntries(Object.entries(content).map(([status, text]) => [status, text === '' ? null : Number(text)]));

interface WorkLimitsFormProps {
  readonly place: ProjectPlace;
  readonly limits: WorkLimits;
}

/** Changes the limits of work in progress of a Project. */
export function WorkLimitsForm({ place, limits }: WorkLimitsFormProps) {
  const changing = useLimitWork(place);
  const form = useRecordForm({
    place: `work limits ${place.organization} ${place.project}`,
    stored: limits,
    contentOf,
    read: () => readLimits(place),
    write: (changes, { revision }) => changing.makeAsync({ revision, changes: numbersOf(changes) }),
    onSaved: (_, isMerged) => {
      notify(isMerged ? 'Saved, together with a change by somebody else.' : 'The limits are saved.');
    },
  });
  const { content, isChanged, isSending, conflict, error, change } = form;
  const canSave = isChanged && !conflict && !isSending;
  const refused = error instanceof Refusal ? error.fieldErrors : {};
  const { least: min, most: max } = WORK_LIMIT_BOUNDS;
  return (
    <form
      class={`${parts.form} ${styles.form}`}
      data-kept
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) form.submit();
      }}
    >
      <p>
        How many Work Items should be in a status together at most, from {min} to {max}. The board shows where there are
        more; it refuses no move. An empty field is no limit.
      </p>
      <div class={styles.limits}>
        {LIMITED_STATUSES.map((status) => (
          <Field
            key={status}
            type="number"
            label={STATUS_NAMES[status]}
            value={content[status]}
            min={min}
            max={max}
            onText={(text) => {
              change({ ...content, [status]: text });
            }}
            error={refused[status]?.[0] && `The limit ${refused[status][0]}.`}
          />
        ))}
      </div>
      <RecordConflict
        form={form}
        what="Project"
        names={STATUS_NAMES}
        wordsOf={(status, { [status]: text }) => (text === '' ? 'No limit' : text)}
      />
      {error !== undefined && Object.keys(refused).length === 0 && (
        <p class={parts.error} role="alert">
          {sentenceOf(error)}
        </p>
      )}
      <div class={parts.actions}>
        <Button kind="primary" type="submit" aria-disabled={!canSave}>
          {isSending ? 'Saving …' : 'Save the limits'}
        </Button>
        {isChanged && !conflict && (
          <Button kind="plain" onClick={form.discard}>
            Discard the changes
          </Button>
        )}
      </div>
    </form>
  );
}
