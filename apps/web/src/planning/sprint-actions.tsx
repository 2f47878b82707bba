import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { isAdminOf } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { MoreMenu, type MenuItem } from '../parts/menu.js';
import { ChangeSprintDialog } from './change-sprint-dialog.js';
import { CompleteSprintDialog } from './complete-sprint-dialog.js';
import { CreateSprintDialog } from './create-sprint-dialog.js';
import { DeleteSprintDialog } from './delete-sprint-dialog.js';
import type { Sprint } from './sections.js';
import { StartSprintDialog } from './start-sprint-dialog.js';

/** Creates a Sprint; not there for those who are not allowed to. */
export function CreateSprintButton({ place }: { readonly place: ProjectPlace }) {
  const [isOpen, setOpen] = useState(false);
  if (!isAdminOf(place.organization)) return null;
  return (
    <>
      <Button
        kind="primary"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon name="plus" /> Create Sprint
      </Button>
      {isOpen && (
        <CreateSprintDialog
          place={place}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

interface SprintActionsProps {
  readonly place: ProjectPlace;
  readonly sprint: Sprint;
  /** All that are active or to come. */
  readonly sprints: readonly Sprint[];
}

/** Starts a Sprint to come, or completes the active one; administrators change and delete it too. */
export function SprintActions({ place, sprint, sprints }: SprintActionsProps) {
  const [open, setOpen] = useState<'move' | 'change' | 'delete'>();
  const close = () => {
    setOpen(undefined);
  };
  const opening = (dialog: typeof open) => () => {
    setOpen(dialog);
  };
  const { name, state } = sprint;
  if (state === 'done') return null;
  const verb = state === 'active' ? 'Complete' : 'Start';
  const items: MenuItem[] = [
    { id: 'change', name: 'Change', icon: 'settings', onChoose: opening('change') },
    ...(state === 'future' ? [{ id: 'delete', name: 'Delete', icon: 'x' as const, onChoose: opening('delete') }] : []),
  ];
  return (
    <>
      <Button aria-label={`${verb} ${name}`} onClick={opening('move')}>
        {verb} …
      </Button>
      {isAdminOf(place.organization) && <MoreMenu label={`Actions for ${name}`} items={items} />}
      {open === 'move' && state === 'active' && (
        <CompleteSprintDialog place={place} sprint={sprint} sprints={sprints} onClose={close} />
      )}
      {open === 'move' && state === 'future' && (
        <StartSprintDialog place={place} sprint={sprint} sprints={sprints} onClose={close} />
      )}
      {open === 'change' && <ChangeSprintDialog place={place} sprint={sprint} onClose={close} />}
      {open === 'delete' && <DeleteSprintDialog place={place} sprint={sprint} onClose={close} />}
    </>
  );
}
