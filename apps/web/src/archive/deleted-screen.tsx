import { useQueryClient } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { dataOf, extensions, type ExtensionSchemas } from '../api/client.js';
import { usePages } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { sentenceOf } from '../api/refusal.js';
import { isOwnerOf } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { ago, fullTime, shortDay } from '../shell/days.js';
import { notify } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { TypeMark } from '../work-item/marks.js';
import { DELETED_ITEMS, restoreItem } from '../work-item/put-away.js';
import form from '../parts/form.module.css';
import styles from './archive.module.css';

/** The deleted Work Items of a Project, which owners restore for 30 days. */
export function DeletedScreen() {
  const place = useProjectPlace();
  return (
    <ProjectFrame place={place} tab="List" title="Deleted">
      {isOwnerOf(place.organization) ? (
        <Items key={`${place.organization}/${place.project}`} {...place} />
      ) : (
        <p>Owners of the Organization see and restore what was deleted.</p>
      )}
    </ProjectFrame>
  );
}

type DeletedItem = ExtensionSchemas['DeletedWorkItem'];

const PAGE = 100;

function Items(place: ProjectPlace) {
  const { organization, project } = place;
  const [ending, setEnding] = useState<DeletedItem>();
  const opener = useRef<EventTarget | null>(null);
  const [ended, setEnded] = useState(0);
  // After the dialog has given the focus back to its opener, which goes with its row.
  useEffect(() => {
    if (ended > 0) focusNextRow(opener.current);
  }, [ended]);
  const { items, error, refetch, hasMore, isReadingMore, more } = usePages(
    ['deleted-items', organization, project],
    (after, signal) =>
      dataOf(
        extensions.GET(DELETED_ITEMS, {
          params: { path: projectPath(place), query: { limit: PAGE, ...after } },
          signal,
        }),
      ),
  );
  return (
    <Section title="Deleted Work Items" actions={<a href={`/o/${organization}/${project}`}>Back to the list</a>}>
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && <Skeleton label="Loading deleted Work Items" lines={5} />}
      {items?.length === 0 && <Empty icon="trash" text="Nothing was deleted in the last 30 days." />}
      {items && items.length > 0 && (
        <ul class={styles.rows} aria-label="Deleted Work Items">
          {items.map((item) => (
            <li key={item.id} class={styles.row}>
              <span class={styles.key}>{item.key}</span>
              <TypeMark type={item.type} />
              <div class={styles.title}>
                <p>{item.title}</p>
                <p class={styles.muted}>
                  Deleted {item.deletedBy && `by ${item.deletedBy.name} `}
                  <time dateTime={item.deletedAt} title={fullTime(item.deletedAt)}>
                    {ago(item.deletedAt)}
                  </time>
                  {' · can be restored until '}
                  <time dateTime={item.erasureDueAt} title={fullTime(item.erasureDueAt)}>
                    {shortDay(item.erasureDueAt)}
                  </time>
                </p>
              </div>
              <div class={styles.buttons}>
                <Button
                  aria-label={`Restore ${item.key}`}
                  onClick={({ currentTarget }) => {
                    focusNextRow(currentTarget);
                    void restoreItem({ organization, key: item.key });
                  }}
                >
                  Restore
                </Button>
                <Button
                  kind="plain"
                  aria-label={`Delete ${item.key} for good …`}
                  onClick={({ currentTarget }) => {
                    opener.current = currentTarget;
                    setEnding(item);
                  }}
                >
                  Delete for good …
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
      {ending && (
        <EndDialog
          place={place}
          item={ending}
          onClose={() => {
            setEnding(undefined);
          }}
          onEnded={() => {
            setEnding(undefined);
            setEnded(ended + 1);
          }}
        />
      )}
    </Section>
  );
}

interface EndDialogProps {
  readonly place: ProjectPlace;
  readonly item: DeletedItem;
  readonly onClose: () => void;
  readonly onEnded: () => void;
}

function EndDialog({ place, item: { key, title }, onClose, onEnded }: EndDialogProps) {
  const cache = useQueryClient();
  const ending = useChange((_: undefined, idempotencyKey) =>
    dataOf(
      extensions.DELETE(`${DELETED_ITEMS}/{deletedItem}`, {
        params: { path: { ...projectPath(place), deletedItem: key }, header: { 'Idempotency-Key': idempotencyKey } },
      }),
    ),
  );
  const end = () => {
    ending.makeAsync(undefined).then(
      async () => {
        onEnded();
        notify(`${key} is deleted for good.`);
        await cache.invalidateQueries({ queryKey: ['deleted-items', place.organization, place.project] });
      },
      () => undefined,
    );
  };
  return (
    <Dialog title={`Delete ${key} for good?`} onClose={onClose}>
      <div class={form.form}>
        <p>“{title}” with its comments, links and attachments. Nobody can restore it afterwards.</p>
        {ending.error && (
          <p class={form.error} role="alert">
            {sentenceOf(ending.error)}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Keep it
          </Button>
          <Button
            kind="danger"
            aria-disabled={ending.isPending}
            onClick={() => {
              if (!ending.isPending) end();
            }}
          >
            Delete for good
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Moves the focus from a row that goes to the button of the next one, or of the one before; without another row, to the page. */
function focusNextRow(button: EventTarget | null): void {
  const row = button instanceof Element ? button.closest('li') : null;
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  (next?.querySelector('button') ?? document.getElementById('main'))?.focus();
}
