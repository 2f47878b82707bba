import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { session } from '../api/session.js';
import { Icon } from '../parts/icon.js';
import { Menu, type MenuItem } from '../parts/menu.js';
import { notify, warn } from '../shell/notices.js';
import { branchNameOf } from './branch-name.js';
import { conditionOf } from './change-requests.js';
import { reasonOf } from './changes.js';
import { copy } from './copy.js';
import { DeleteDialog } from './delete-dialog.js';
import { itemChanges } from './item-changes.js';
import { peeked } from './picking.js';
import { projectOf } from './item-key.js';
import { itemKey, itemPath, knownItem, patchItem, type ItemPlace, type WorkItem } from './work-item.js';
import styles from './item-view.module.css';

interface ItemMenuProps {
  readonly place: ItemPlace;
  readonly item: WorkItem;
}

/** The menu of a Work Item as a whole. */
export function ItemMenu({ place, item }: ItemMenuProps) {
  const cache = useQueryClient();
  const { route } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const { organization, key } = place;
  const role = session.value?.organizations.find(({ slug }) => slug === organization)?.role;
  const isArchived = item.archivedAt !== null;
  const params = (idempotencyKey: string) => ({
    path: itemPath(place),
    header: conditionOf(knownItem(cache, item.id, ['description']) ?? item, idempotencyKey),
  });
  const archive = async () => {
    const idempotencyKey = newIdempotencyKey();
    const options = { params: params(idempotencyKey), body: {} };
    try {
      const saved = await itemChanges.serially(item.id, () =>
        delivered(() =>
          isArchived
            ? dataOf(
                api.POST(
                  '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/unarchive',
                  options,
                ),
              )
            : dataOf(
                api.POST(
                  '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/archive',
                  options,
                ),
              ),
        ),
      );
      patchItem(cache, organization, saved);
      notify(isArchived ? `${key} is out of the archive.` : `${key} is archived. Its sub-items stay where they are.`);
    } catch (reason) {
      warn(`${key} was not ${isArchived ? 'taken out of the archive' : 'archived'}. ${reasonOf(reason)}`);
    }
    await cache.invalidateQueries({ queryKey: itemKey(place) });
  };
  const remove = async (cascade: boolean) => {
    setDeleting(false);
    const idempotencyKey = newIdempotencyKey();
    const options = { params: params(idempotencyKey), body: { cascade } };
    try {
      await itemChanges.serially(item.id, () =>
        delivered(() =>
          dataOf(
            api.DELETE(
              '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}',
              options,
            ),
          ),
        ),
      );
      notify(`${key} is deleted.`);
      if (peeked.peek()?.key === key) peeked.value = undefined;
      else route(`/o/${organization}/${projectOf(key)}`);
      cache.removeQueries({ queryKey: itemKey(place) });
      await cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'item' });
    } catch (reason) {
      warn(`${key} was not deleted. ${reasonOf(reason)}`);
      await cache.invalidateQueries({ queryKey: itemKey(place) });
    }
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
            onChoose: () => void archive(),
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
