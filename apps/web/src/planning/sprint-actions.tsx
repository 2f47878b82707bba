import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../board/cards.js';
import { isAdminOf } from '../identity/session.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { CompleteSprintDialog } from './complete-sprint-dialog.js';
import { CreateSprintDialog } from './create-sprint-dialog.js';
import type { Sprint } from './sections.js';
import { StartSprintDialog } from './start-sprint-dialog.js';

/** Creates a Sprint; not there for those who may not. */
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

/** Starts a Sprint to come, or completes the active one. */
export function SprintActions({ place, sprint, sprints }: SprintActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  if (sprint.state === 'done') return null;
  const verb = sprint.state === 'active' ? 'Complete' : 'Start';
  return (
    <>
      <Button
        aria-label={`${verb} ${sprint.name}`}
        onClick={() => {
          setOpen(true);
        }}
      >
        {verb} …
      </Button>
      {isOpen && sprint.state === 'active' && (
        <CompleteSprintDialog place={place} sprint={sprint} sprints={sprints} onClose={close} />
      )}
      {isOpen && sprint.state === 'future' && (
        <StartSprintDialog place={place} sprint={sprint} sprints={sprints} onClose={close} />
      )}
    </>
  );
}
