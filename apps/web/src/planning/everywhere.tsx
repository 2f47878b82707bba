import { useLocation } from 'preact-iso';
import { Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { useCommands } from '../shell/commands.js';
import { lazyPart } from '../shell/not-loaded.js';
import { usePlace } from '../shell/place.js';
import { canRedo, canUndo, redoLastChange, undoLastChange } from '../work-item/undo.js';

const CreateItemDialog = lazyPart(() => import('./create-item-dialog.js').then((file) => file.CreateItemDialog));

/** The commands that every screen has: creating a Work Item, and taking the last change back. */
export function CreateCommands() {
  const [isOpen, setOpen] = useState(false);
  const { organization, project } = usePlace();
  const { route } = useLocation();
  useCommands([
    {
      id: 'create',
      run: () => {
        setOpen(true);
      },
    },
    { id: 'undo', holds: canUndo, run: undoLastChange },
    { id: 'redo', holds: canRedo, run: redoLastChange },
  ]);
  if (!isOpen || !organization) return null;
  return (
    <Suspense fallback={null}>
      <CreateItemDialog
        key={organization.slug}
        organization={organization.slug}
        project={project}
        onOpen={route}
        onClose={() => {
          setOpen(false);
        }}
      />
    </Suspense>
  );
}
