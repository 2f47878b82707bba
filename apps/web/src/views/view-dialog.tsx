import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { RecordConflict } from '../parts/record-conflict.js';
import { useRecordForm } from '../parts/record-form.js';
import { SelectField } from '../parts/select-field.js';
import { Switch } from '../parts/switch.js';
import { useProjects } from '../project/projects.js';
import { notify } from '../shell/notices.js';
import {
  readView,
  useChangeView,
  useSaveView,
  type SavedView,
  type ViewContent,
  type ViewName,
} from './saved-views.js';
import styles from './view-bar.module.css';

const LONGEST_NAME = 100;

interface SaveViewProps {
  readonly organization: string;
  readonly content: ViewContent;
  readonly onClose: () => void;
  readonly onSaved: (view: SavedView) => void;
}

/** Saves the query on the screen under a name. */
export function SaveViewDialog({ organization, content, onClose, onSaved }: SaveViewProps) {
  const [named, setNamed] = useState<ViewName>({ name: '', project: null, shared: false });
  const saving = useSaveView(organization);
  const submit = () => {
    saving
      .makeAsync({ ...named, ...content })
      .then((view) => {
        notify(`“${view.name}” is saved.`);
        onClose();
        onSaved(view);
      })
      // The form shows the refusal.
      .catch(() => undefined);
  };
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <ViewForm
        organization={organization}
        named={named}
        error={saving.error}
        isSending={saving.isPending}
        onChange={setNamed}
        onSubmit={submit}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface RenameProps {
  readonly organization: string;
  readonly view: SavedView;
  readonly onClose: () => void;
}

/** Changes name and sharing of a view of the user. */
export function RenameViewDialog({ organization, view, onClose }: RenameProps) {
  const changing = useChangeView(organization);
  const form = useRecordForm<SavedView, ViewName>({
    stored: view,
    contentOf: ({ name, project, shared }) => ({ name, project: project?.key ?? null, shared }),
    read: () => readView(organization, view.id),
    write: (changes, { id, revision }) => changing.makeAsync({ id, revision, changes }),
    onSaved: ({ name }) => {
      notify(`“${name}” is saved.`);
      onClose();
    },
  });
  return (
    <Dialog title="Rename or share this view" onClose={onClose}>
      <ViewForm
        organization={organization}
        named={form.content}
        error={form.error}
        isSending={form.isSending}
        isBlocked={form.conflict !== undefined}
        onChange={form.change}
        onSubmit={form.submit}
        onClose={onClose}
      >
        <RecordConflict
          form={form}
          what="view"
          names={{ name: 'Name', project: 'Project', shared: 'Sharing' }}
          wordsOf={(member, { name, project, shared }) =>
            ({ name, project: project ?? ALL_PROJECTS, shared: shared ? 'Shared' : 'Private' })[member]
          }
        />
      </ViewForm>
    </Dialog>
  );
}

const ALL_PROJECTS = 'The whole Organization';

interface ViewFormProps {
  readonly organization: string;
  readonly named: ViewName;
  readonly error: unknown;
  readonly isSending: boolean;
  readonly isBlocked?: boolean;
  readonly onChange: (named: ViewName) => void;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

function ViewForm({
  organization,
  named,
  error,
  isSending,
  isBlocked = false,
  onChange,
  onSubmit,
  onClose,
  children,
}: ViewFormProps) {
  const { data } = useProjects(organization);
  const projects = (data?.items ?? []).map(({ key, name }) => ({ value: key, name: `${name} (${key})` }));
  const { project } = named;
  // A Project that is archived, or beyond the first ones.
  const isListed = project === null || projects.some(({ value }) => value === project);
  const ofName = nameErrorOf(error);
  const canSend = !isSending && !isBlocked && named.name.trim() !== '';
  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSubmit();
      }}
    >
      <Field
        label="Name"
        name="name"
        autocomplete="off"
        required
        autofocus
        maxLength={LONGEST_NAME}
        value={named.name}
        error={ofName}
        onText={(name) => {
          onChange({ ...named, name });
        }}
      />
      <SelectField
        label="About"
        hint="The view is for people who see this Project. The query still says what it finds."
        value={project ?? ''}
        choices={[
          { value: '', name: ALL_PROJECTS },
          ...(isListed ? [] : [{ value: project, name: project }]),
          ...projects,
        ]}
        onChoose={(value) => {
          onChange({ ...named, project: value === '' ? null : value });
        }}
      />
      <Switch
        isOn={named.shared}
        onChange={(shared) => {
          onChange({ ...named, shared });
        }}
      >
        Everybody in the Organization may see it
      </Switch>
      {children}
      {error != null && ofName === undefined && (
        <p class={styles.error} role="alert">
          {sentenceOf(error)}
        </p>
      )}
      <div class={styles.buttons}>
        <Button kind="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" aria-disabled={!canSend}>
          {isSending ? 'Saving …' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

function nameErrorOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.code === 'CONFLICT') return error.message;
  const [name] = error.fieldErrors.name ?? [];
  return name && `The name ${name}.`;
}
