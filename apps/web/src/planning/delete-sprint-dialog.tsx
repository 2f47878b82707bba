import type { ProjectPlace } from '../api/project-place.js';
import { sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../shell/notices.js';
import type { Sprint } from './sections.js';
import { useDeleteSprint } from './sprint-changes.js';
import styles from './planning.module.css';

interface DeleteSprintDialogProps {
  readonly place: ProjectPlace;
  readonly sprint: Sprint;
  readonly onClose: () => void;
}

/** Deletes a Sprint that no Work Item was ever in; the server says why it does not. */
export function DeleteSprintDialog({ place, sprint, onClose }: DeleteSprintDialogProps) {
  const deletion = useDeleteSprint(place);
  const remove = async () => {
    const isDeleted = await deletion.makeAsync(sprint).then(
      () => true,
      () => false,
    );
    if (!isDeleted) return;
    onClose();
    notify(`${sprint.name} is deleted.`);
  };
  return (
    <Dialog title={`Delete ${sprint.name}?`} onClose={onClose}>
      <p class={styles.lead}>A Sprint can be deleted while no Work Item was ever in it. Nobody can bring it back.</p>
      {deletion.error && (
        <p class={styles.error} role="alert">
          {sentenceOf(deletion.error)}
        </p>
      )}
      <div class={styles.buttons}>
        <Button kind="plain" onClick={onClose}>
          Keep it
        </Button>
        <Button kind="danger" disabled={deletion.isPending} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
