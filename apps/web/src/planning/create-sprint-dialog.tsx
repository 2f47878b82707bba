import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../shell/notices.js';
import { EMPTY_SPRINT, useCreateSprint } from './sprint-changes.js';
import { SprintFields } from './sprint-fields.js';
import styles from './planning.module.css';

interface CreateSprintDialogProps {
  readonly place: ProjectPlace;
  readonly onClose: () => void;
}

export function CreateSprintDialog({ place, onClose }: CreateSprintDialogProps) {
  const [draft, setDraft] = useState(EMPTY_SPRINT);
  const creating = useCreateSprint(place);
  const submit = async () => {
    const sprint = await creating.makeAsync(draft).catch(() => undefined);
    if (!sprint) return;
    onClose();
    notify(`${sprint.name} is created.`);
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
        <SprintFields draft={draft} onChange={setDraft} error={creating.error} />
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
