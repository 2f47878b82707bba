import { ProjectKey } from '@worktrack/domain';
import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Refusal } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { notify } from '../shell/notices.js';
import { LookFields, NameField, projectErrorsOf, type ProjectErrors } from './project-fields.js';
import { useCreateProject, type ProjectContent } from './project-changes.js';
import { useProjects } from './projects.js';
import form from '../parts/form.module.css';

const RULE =
  'A letter, then up to nine letters or digits. The keys of its Work Items begin with it, and it never changes.';

export interface NewProjectDialogProps {
  readonly organization: string;
  readonly onClose: () => void;
}

/** Creates a Project. Its key follows from the name until the user writes another one. */
export function NewProjectDialog({ organization, onClose }: NewProjectDialogProps) {
  const { route } = useLocation();
  const [content, setContent] = useState<ProjectContent>({ name: '', description: '', color: '#6366f1' });
  const [typedKey, setTypedKey] = useState<string>();
  const [malformed, setMalformed] = useState(false);
  const creating = useCreateProject(organization);
  const suggested = useSuggestedKey(organization, content.name);
  const key = typedKey ?? suggested;

  const submit = async () => {
    const wanted = ProjectKey.parse(key.trim());
    setMalformed(wanted === undefined);
    if (wanted === undefined || content.name.trim() === '' || creating.isPending) return;
    // A key that nobody wrote is the server's to choose: it knows the Projects that this page does not.
    const project = await creating
      .makeAsync({ ...content, ...(typedKey !== undefined && { key: wanted }) })
      .catch(() => undefined);
    if (!project) return;
    notify(`${project.name} is created.`);
    onClose();
    route(`/o/${organization}/${project.key}`);
  };

  const errors = malformed ? { key: `“${key}” is not a key. ${RULE}` } : errorsOf(creating.error, key);
  return (
    <Dialog title="New Project" onClose={onClose}>
      <form
        class={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <NameField content={content} onChange={setContent} errors={errors} autofocus />
        <Field
          label="Key"
          value={key}
          onText={(text) => {
            setTypedKey(text === '' ? undefined : text.toUpperCase());
            setMalformed(false);
            creating.reset();
          }}
          maxLength={10}
          autocomplete="off"
          hint={RULE}
          error={errors.key}
        />
        <LookFields content={content} onChange={setContent} errors={errors} />
        {errors.other !== undefined && (
          <p class={form.error} role="alert">
            {errors.other}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" aria-disabled={creating.isPending || content.name.trim() === ''}>
            {creating.isPending ? 'Creating …' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The key that the server would derive, as far as this page knows the Projects. Empty without a name. */
function useSuggestedKey(organization: string, name: string): string {
  const open = useProjects(organization).data?.items;
  const archived = useProjects(organization, { archived: true }).data?.items;
  const taken = useMemo(() => new Set([...(open ?? []), ...(archived ?? [])].map(({ key }) => key)), [open, archived]);
  return name.trim() === '' ? '' : ProjectKey.firstFree(ProjectKey.stem(name), taken);
}

function errorsOf(error: unknown, key: string): ProjectErrors {
  if (error instanceof Refusal && error.code === 'CONFLICT') {
    return { key: `Another Project of this Organization has the key ${key}. Choose another one.` };
  }
  return projectErrorsOf(error);
}
