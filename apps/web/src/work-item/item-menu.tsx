import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { session } from '../api/session.js';
import { Icon } from '../parts/icon.js';
import { Menu, type MenuItem } from '../parts/menu.js';
import { branchNameOf } from './branch-name.js';
import { copy } from './copy.js';
import { DeleteDialog } from './delete-dialog.js';
import { usePeek } from './peek.js';
import { peeked } from './picking.js';
import { deleteItem, setArchived } from './put-away.js';
import { projectOf } from './item-key.js';
import { itemKey, knownItem, type ItemPlace, type WorkItem } from './work-item.js';
import styles from './item-view.module.css';

interface ItemMenuProps {
  readonly place: ItemPlace;
  readonly item: WorkItem;
}

/** The menu of a Work Item as a whole. */
export function ItemMenu({ place, item }: ItemMenuProps) {
  const cache = useQueryClient();
  const { route } = useLocation();
  const peek = usePeek();
  const [isDeleting, setDeleting] = useState(false);
  const { organization, key } = place;
  const role = session.value?.organizations.find(({ slug }) => slug === organization)?.role;
  const isArchived = item.archivedAt !== null;
  const revised = () => knownItem(cache, item.id, ['description']) ?? item;
  const remove = async (cascade: boolean) => {
    setDeleting(false);
    if (!(await deleteItem(place, revised(), cascade))) return;
    if (peeked.peek()?.key === key) peek(undefined);
    else route(`/o/${organization}/${projectOf(key)}`);
    cache.removeQueries({ queryKey: itemKey(place) });
    await cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'item' });
  };
  const link = `${location.origin}/o/${organization}/items/${key}`;
  const branch = branchNameOf(key, item.title);
  const items: readonly MenuItem[] = [
    { id: 'key', name: 'Copy the key', icon: 'copy', onChoose: () => void copy(key, `${key} is copied.`) },
    {
      id: 'link',
      name: 'Copy the link',
      icon: 'link',
      onChoose: () => void copy(link, `The link of ${key} is copied.`),
    },
    {
      id: 'branch',
      name: 'Copy the branch name',
      icon: 'copy',
      onChoose: () => void copy(branch, `${branch} is copied.`),
    },
    ...(role === 'owner' || role === 'admin'
      ? [
          {
            id: 'archive',
            name: isArchived ? 'Take out of the archive' : 'Archive',
            icon: 'archive' as const,
            section: true as const,
            onChoose: () => void setArchived(place, revised(), !isArchived),
          },
        ]
      : []),
    ...(role === 'owner' && !isArchived
      ? [
          {
            id: 'delete',
            name: 'Delete …',
            icon: 'trash' as const,
            onChoose: () => {
              setDeleting(true);
            },
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label={`Actions of ${key}`}
        items={items}
        trigger={(trigger) => (
          <button type="button" class={styles.more} aria-label={`Actions of ${key}`} title="Actions" {...trigger}>
            <Icon name="ellipsis" />
          </button>
        )}
      />
      {isDeleting && (
        <DeleteDialog
          place={place}
          onDelete={(cascade) => void remove(cascade)}
          onClose={() => {
            setDeleting(false);
          }}
        />
      )}
    </>
  );
}
