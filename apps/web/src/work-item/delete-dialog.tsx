import { useQuery } from '@tanstack/preact-query';
import { dataOf, api } from '../api/client.js';
import { LARGEST_ITEM_PAGE } from '../api/pages.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Refused } from '../shell/refused.js';
import { lastDayFromNow } from './put-away.js';
import { itemKey, itemPath, type ItemPlace } from './work-item.js';
import styles from './item-view.module.css';

/** The most Work Items below which others are looked for: each takes two requests. */
const MOST_LOOKED_INTO = 20;
const MOST_NAMED = 5;

interface Below {
  readonly key: string;
  readonly title?: string;
}

/** The Work Items under this one on all levels, archived ones too: a deletion takes them along. */
async function readBelow(place: ItemPlace, signal: AbortSignal) {
  const { organizationSlug, projectKey } = itemPath(place);
  const found: Below[] = [];
  let isComplete = true;
  const open = [place.key];
  for (const [at, parent] of open.entries()) {
    if (at >= MOST_LOOKED_INTO) return { found, isComplete: false };
    for (const archived of [false, true]) {
      const { items, page } = await dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
          params: {
            path: { organizationSlug, projectKey },
            query: { parent, archived, limit: LARGEST_ITEM_PAGE, fields: 'title' },
          },
          signal,
        }),
      );
      found.push(...items);
      open.push(...items.map(({ key }) => key));
      if (page.hasMore) isComplete = false;
    }
  }
  return { found, isComplete };
}

interface DeleteDialogProps {
  readonly place: ItemPlace;
  readonly onDelete: (cascade: boolean) => void;
  readonly onClose: () => void;
}

/** Says what a deletion takes along before it is made. */
export function DeleteDialog({ place, onDelete, onClose }: DeleteDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...itemKey(place), 'below'],
    queryFn: ({ signal }) => readBelow(place, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const count = data?.found.length ?? 0;
  const words = `${data?.isComplete === false ? 'at least ' : ''}${count === 1 ? 'one sub-item' : `${count} sub-items`}`;
  return (
    <Dialog title={`Delete ${place.key}?`} onClose={onClose}>
      <p>Its comments, links and attachments go with it. An owner can restore it until {lastDayFromNow()}.</p>
      {error && <Refused error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">Looking for sub-items …</p>}
      {count > 0 && (
        <>
          <p class={styles.warning} role="alert">
            This deletes {words} too:
          </p>
          <ul class={styles.doomed}>
            {data?.found.slice(0, MOST_NAMED).map(({ key, title }) => (
              <li key={key}>
                {key} {title}
              </li>
            ))}
            {count > MOST_NAMED && <li>and {count - MOST_NAMED} more</li>}
          </ul>
        </>
      )}
      <div class={styles.choices}>
        <Button kind="plain" onClick={onClose}>
          Keep it
        </Button>
        <Button
          kind="danger"
          disabled={!data}
          onClick={() => {
            onDelete(count > 0);
          }}
        >
          {count > 0 ? `Delete ${place.key} and ${words}` : `Delete ${place.key}`}
        </Button>
      </div>
    </Dialog>
  );
}
