import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { session } from '../api/session.js';
import { Button, IconButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { MoreMenu } from '../parts/menu.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import {
  hrefOfContent,
  pageOf,
  useChangeView,
  useDeleteView,
  usePinView,
  useSavedView,
  type SavedView,
  type ViewContent,
} from './saved-views.js';
import { RenameViewDialog, SaveViewDialog } from './view-dialog.js';
import styles from './view-bar.module.css';

interface ViewBarProps {
  readonly organization: string;
  readonly query: string;
  readonly layout: SavedView['layout'];
}

/** Saves the query on the screen, or shows the view that the address names and what differs from it. */
export function ViewBar({ organization, query, layout }: ViewBarProps) {
  const { params } = useRoute();
  const { route } = useLocation();
  const { data: view } = useSavedView(organization, params.id);
  const [isSaving, setSaving] = useState(false);
  const content: ViewContent = { query, layout };
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
            route(hrefOfContent(pageOf(organization, saved.id), saved));
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
  const changing = useChangeView(organization);
  const deleting = useDeleteView(organization);
  const pinning = usePinView(organization);
  const { id, name, revision, pinned, owner, shared } = view;
  const role = session.value?.organizations.find(({ slug }) => slug === organization)?.role;
  const isOwn = owner?.publicId === session.value?.user.publicId;
  const mayChange = isOwn || role === 'owner' || role === 'admin';
  const isChanged = view.query !== content.query || view.layout !== content.layout;
  const save = () => {
    changing
      .makeAsync({ id, revision, changes: content })
      .then(() => {
        notify(`“${name}” is saved.`);
      })
      .catch(notifyRefusal);
  };
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
        {shared ? 'Shared' : 'Private'}
        {isChanged && ' · Changed'}
      </span>
      {isChanged && mayChange && (
        <Button kind="primary" aria-disabled={changing.isPending} onClick={save}>
          Save
        </Button>
      )}
      {isChanged && (
        <Button
          onClick={() => {
            route(hrefOfContent(path, view));
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
