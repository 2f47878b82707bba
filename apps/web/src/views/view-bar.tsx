import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { changesOf } from '../api/merge.js';
import { session } from '../api/session.js';
import { Button, IconButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { MoreMenu } from '../parts/menu.js';
import { RecordConflict } from '../parts/record-conflict.js';
import { useRecordForm } from '../parts/record-form.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import { COLUMNS, GROUPING_NAMES } from '../table/columns.js';
import {
  contentOf,
  hrefOfContent,
  readView,
  useChangeView,
  useDeleteView,
  usePinView,
  useSavedView,
  type SavedView,
  type ViewContent,
} from './saved-views.js';
import { pageOf } from './pinned-views.js';
import { RenameViewDialog, SaveViewDialog } from './view-dialog.js';
import styles from './view-bar.module.css';

interface ViewBarProps {
  readonly organization: string;
  readonly content: ViewContent;
}

/** Saves the query on the screen, or shows the view that the address names and what differs from it. */
export function ViewBar({ organization, content }: ViewBarProps) {
  const { params } = useRoute();
  const { route } = useLocation();
  const { data: view } = useSavedView(organization, params.id);
  const [isSaving, setSaving] = useState(false);
  return (
    <div class={styles.bar}>
      {view && <OpenView organization={organization} view={view} content={content} />}
      <Button
        kind="plain"
        onClick={() => {
          setSaving(true);
        }}
      >
        <Icon name="bookmark" size={14} /> {view ? 'Save as new view' : 'Save view'}
      </Button>
      {isSaving && (
        <SaveViewDialog
          organization={organization}
          content={content}
          onClose={() => {
            setSaving(false);
          }}
          onSaved={(saved) => {
            route(hrefOfContent(pageOf(organization, saved.id), contentOf(saved)));
          }}
        />
      )}
    </div>
  );
}

interface OpenViewProps {
  readonly organization: string;
  readonly view: SavedView;
  readonly content: ViewContent;
}

function OpenView({ organization, view, content }: OpenViewProps) {
  const { path, route } = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const deleting = useDeleteView(organization);
  const pinning = usePinView(organization);
  const { id, name, revision, pinned, owner, shared, project } = view;
  const role = session.value?.organizations.find(({ slug }) => slug === organization)?.role;
  const isOwn = owner?.publicId === session.value?.user.publicId;
  const mayChange = isOwn || role === 'owner' || role === 'admin';
  const isChanged = Object.keys(changesOf(content, contentOf(view))).length > 0;
  const remove = () => {
    deleting
      .makeAsync({ id, revision })
      .then(() => {
        notify(`“${name}” is deleted.`);
        route(hrefOfContent(`/o/${organization}/search`, content));
      })
      .catch(notifyRefusal);
  };
  const items = [
    ...(isOwn
      ? [
          {
            id: 'rename',
            name: 'Rename or share',
            icon: 'settings' as const,
            onChoose: () => {
              setRenaming(true);
            },
          },
        ]
      : []),
    {
      id: 'delete',
      name: 'Delete the view',
      icon: 'trash' as const,
      onChoose: () => {
        setDeleting(true);
      },
    },
  ];
  return (
    <>
      <span class={styles.name}>{name}</span>
      <span class={styles.state}>
        {project && `${project.key} · `}
        {shared ? 'Shared' : 'Private'}
        {isChanged && ' · Changed'}
      </span>
      {isChanged && mayChange && (
        <SaveContent
          key={attempt}
          organization={organization}
          view={view}
          content={content}
          onLeave={() => {
            setAttempt(attempt + 1);
          }}
        />
      )}
      {isChanged && (
        <Button
          onClick={() => {
            route(hrefOfContent(path, contentOf(view)));
          }}
        >
          Discard
        </Button>
      )}
      <IconButton
        icon="pin"
        label={`Pin ${name}`}
        aria-pressed={pinned}
        data-pinned={pinned || undefined}
        aria-disabled={pinning.isPending}
        onClick={() => {
          pinning.makeAsync({ id, pinned: !pinned }).catch(notifyRefusal);
        }}
      />
      {mayChange && <MoreMenu label={`Actions for ${name}`} items={items} />}
      {isDeleting && (
        <Dialog
          title={`Delete “${name}”?`}
          onClose={() => {
            setDeleting(false);
          }}
        >
          <p>{shared ? 'It is gone for everybody.' : 'The view is gone.'} Its Work Items stay as they are.</p>
          <Button kind="danger" aria-disabled={deleting.isPending} onClick={remove}>
            Delete
          </Button>
        </Dialog>
      )}
      {isRenaming && (
        <RenameViewDialog
          organization={organization}
          view={view}
          onClose={() => {
            setRenaming(false);
          }}
        />
      )}
    </>
  );
}

interface SaveContentProps extends OpenViewProps {
  readonly onLeave: () => void;
}

const CONTENT_NAMES: Readonly<Record<keyof ViewContent, string>> = {
  query: 'Query',
  layout: 'Layout',
  groupBy: 'Groups',
  columns: 'Columns',
};

function contentInWords(member: keyof ViewContent, { query, layout, groupBy, columns }: ViewContent): string {
  const words = {
    query,
    layout: layout === 'board' ? 'Board' : 'Table',
    groupBy: groupBy === null ? 'No groups' : GROUPING_NAMES[groupBy],
    columns: columns.map((column) => COLUMNS[column].name).join(', '),
  };
  return words[member];
}

/** Saves what is on the screen. When somebody else changed the view meanwhile, both values are shown. */
function SaveContent({ organization, view, content, onLeave }: SaveContentProps) {
  const { path, route } = useLocation();
  const changing = useChangeView(organization);
  const form = useRecordForm<SavedView, ViewContent>({
    stored: view,
    contentOf,
    read: () => readView(organization, view.id),
    write: (changes, { id, revision }) => changing.makeAsync({ id, revision, changes }),
    onSaved: (saved) => {
      notify(`“${saved.name}” is saved.`);
      route(hrefOfContent(path, contentOf(saved)), true);
      onLeave();
    },
  });
  const { conflict, error, isSending } = form;
  // Open until the user saves or leaves: what is settled is not saved yet.
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (conflict) setAsking(true);
  }, [conflict]);
  useEffect(() => {
    if (!isAsking) form.change(content);
  }, [content, view.revision]);
  useEffect(() => {
    if (error !== undefined) notifyRefusal(error);
  }, [error]);
  return (
    <>
      <Button kind="primary" aria-disabled={isSending} onClick={form.submit}>
        Save
      </Button>
      {isAsking && (
        <Dialog title={`“${view.name}” was changed`} onClose={onLeave}>
          <RecordConflict form={form} what="view" names={CONTENT_NAMES} wordsOf={contentInWords} />
          <div class={styles.buttons}>
            <Button kind="plain" onClick={onLeave}>
              Cancel
            </Button>
            <Button
              kind="primary"
              aria-disabled={isSending || conflict !== undefined}
              onClick={() => {
                if (!conflict) form.submit();
              }}
            >
              Save
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
