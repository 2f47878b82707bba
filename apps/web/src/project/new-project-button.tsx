import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { loaded } from '../api/loaded.js';
import { isAdminOf } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useCommands } from '../shell/commands.js';
import { warnNotLoaded } from '../shell/not-loaded.js';
import type { NewProjectDialogProps } from './new-project-dialog.js';

/** Opens the form of a new Project, for those who can create one. */
export const NewProjectButton = ({ organization }: { readonly organization: string }) =>
  isAdminOf(organization) ? <Opener organization={organization} /> : null;

function Opener({ organization }: { readonly organization: string }) {
  // Loaded when it is opened: most visits create no Project.
  const [Dialog, setDialog] = useState<ComponentType<NewProjectDialogProps>>();
  const open = () => {
    loaded(() => import('./new-project-dialog.js')).then(({ NewProjectDialog }) => {
      setDialog(() => NewProjectDialog);
    }, warnNotLoaded);
  };
  useCommands([{ id: 'new project', name: 'Create a Project …', run: open }]);
  return (
    <>
      <Button onClick={open}>
        <Icon name="plus" /> New Project
      </Button>
      {Dialog && (
        <Dialog
          organization={organization}
          onClose={() => {
            setDialog(undefined);
          }}
        />
      )}
    </>
  );
}
