import type { ProjectPlace } from '../api/project-place.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { RecordConflict } from '../parts/record-conflict.js';
import { useRecordForm } from '../parts/record-form.js';
import { notify } from '../shell/notices.js';
import type { Sprint } from './sections.js';
import { draftOf, readSprint, useChangeSprint, type SprintDraft } from './sprint-changes.js';
import { SPRINT_FIELDS, SprintFields } from './sprint-fields.js';
import styles from './planning.module.css';

interface ChangeSprintDialogProps {
  readonly place: ProjectPlace;
  readonly sprint: Sprint;
  readonly onClose: () => void;
}

/** Changes the plan of a Sprint that is not done. */
export function ChangeSprintDialog({ place, sprint, onClose }: ChangeSprintDialogProps) {
  const changing = useChangeSprint(place);
  const form = useRecordForm({
    stored: sprint,
    contentOf: (stored) => draftOf(place, stored),
    read: () => readSprint(place, sprint.id),
    write: (changes, over) => changing.makeAsync({ sprint: over, changes }),
    onSaved: ({ name }, isMerged) => {
      onClose();
      notify(isMerged ? 'Saved, together with a change by somebody else.' : `${name} is saved.`);
    },
  });
  const canSave = form.isChanged && !form.conflict && !form.isSending;
  return (
    <Dialog title={`Change ${sprint.name}`} onClose={onClose}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) form.submit();
        }}
      >
        <SprintFields draft={form.content} onChange={form.change} error={form.error} />
        <RecordConflict form={form} what="Sprint" names={SPRINT_FIELDS} wordsOf={wordsOf} />
        <div class={styles.buttons}>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" aria-disabled={!canSave}>
            {form.isSending ? 'Saving …' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const wordsOf = (member: keyof SprintDraft, draft: SprintDraft): string => draft[member] || 'None';
