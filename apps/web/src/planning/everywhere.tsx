import { useLocation } from 'preact-iso';
import { Suspense } from 'preact/compat';
import { useCommands } from '../shell/commands.js';
import { lazyPart } from '../shell/not-loaded.js';
import { newItem, openNewItem } from '../shell/open.js';
import { usePlace } from '../shell/place.js';
import { canRedo, canUndo, redoLastChange, undoLastChange } from '../work-item/undo.js';

const CreateItemDialog = lazyPart(() => import('./create-item-dialog.js').then((file) => file.CreateItemDialog));

/** The commands that every screen has: creating a Work Item, and taking the last change back. */
export function CreateCommands() {
  const { organization, project } = usePlace();
  const { route } = useLocation();
  useCommands([
    {
      id: 'create',
      run: () => {
        openNewItem();
      },
    },
    { id: 'undo', holds: canUndo, run: undoLastChange },
    { id: 'redo', holds: canRedo, run: redoLastChange },
  ]);
  const values = newItem.value;
  if (!values || !organization) return null;
  return (
    <Suspense fallback={null}>
      <CreateItemDialog
        key={organization.slug}
        organization={organization.slug}
        values={{ ...(project !== undefined && { project }), ...values }}
        onOpen={route}
        onClose={() => {
          newItem.value = undefined;
        }}
      />
    </Suspense>
  );
}
