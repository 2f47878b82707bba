import { useEffect, useId, useState } from 'preact/hooks';
import { PersonAvatar } from '../shell/person-avatar.js';
import { Button } from '../parts/button.js';
import { Skeleton } from '../parts/skeleton.js';
import { isOffline } from '../shell/connection.js';
import { ago, fullTime } from '../shell/days.js';
import { Refused } from '../shell/refused.js';
import { CommentThread } from './comment-thread.js';
import { CommentForm } from './comment-form.js';
import { wordsOfEvent } from './event-words.js';
import { useActivity, useComments, type Activity } from './item-parts.js';
import { wanted } from './picking.js';
import { streamOf, type Entry } from './stream.js';
import type { ItemPlace } from './work-item.js';
import styles from './item-stream.module.css';

const FILTERS = { all: 'All', comment: 'Comments', event: 'Changes' } as const;

type Filter = keyof typeof FILTERS;

interface ItemStreamProps {
  readonly place: ItemPlace;
  readonly isFixed: boolean;
}

/** Comments and changes in one stream, oldest first, and the form for the next comment. */
export function ItemStream({ place, isFixed }: ItemStreamProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const comments = useComments(place);
  const events = useActivity(place);
  const [asked, setAsked] = useState(0);
  const id = useId();
  useEffect(() => {
    if (wanted.value?.part !== 'comment' || wanted.value.key !== place.key) return;
    wanted.value = undefined;
    setAsked((times) => times + 1);
  }, [wanted.value]);
  const entries = streamOf({
    comments: comments.items ?? [],
    hasMoreComments: filter !== 'event' && comments.hasMore,
    events: events.items ?? [],
    hasMoreEvents: filter !== 'comment' && events.hasMore,
  }).filter(({ kind }) => filter === 'all' || filter === kind);
  const lists = filter === 'comment' ? [comments] : filter === 'event' ? [events] : [comments, events];
  const failed = lists.find(({ error, items }) => error && !items);
  const isLoading = !failed && lists.some(({ items }) => !items);
  return (
    <section class={styles.stream} aria-labelledby={id}>
      <div class={styles.head}>
        <h2 id={id}>Activity</h2>
        <div class={styles.filter} role="radiogroup" aria-label="What to show">
          {(Object.keys(FILTERS) as Filter[]).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={id}
                class="visually-hidden"
                checked={one === filter}
                onChange={() => {
                  setFilter(one);
                }}
              />
              {FILTERS[one]}
            </label>
          ))}
        </div>
      </div>
      {failed && <Refused error={failed.error} onRetry={failed.refetch} />}
      {isLoading && <Skeleton label="Loading the activity" lines={3} />}
      {!isLoading && !failed && entries.length === 0 && <p class={styles.none}>Nobody has commented yet.</p>}
      {!isLoading && (
        <ol class={styles.entries}>
          {entries.map((entry) => (
            <li key={idOf(entry)}>
              {entry.kind === 'event' ? (
                <EventLine event={entry.event} organization={place.organization} />
              ) : (
                <CommentThread place={place} comment={entry.comment} replies={entry.replies} isFixed={isFixed} />
              )}
            </li>
          ))}
        </ol>
      )}
      {lists.some(({ hasMore }) => hasMore) && (
        <Button
          onClick={() => {
            for (const list of lists) if (list.hasMore && !list.isReadingMore) list.more();
          }}
        >
          Show later ones
        </Button>
      )}
      {/* Its place is below what is still loading. Without a connection that can take long, and a comment can be written before. */}
      {!isFixed && (!isLoading || isOffline.value) && <CommentForm key={asked} place={place} autofocus={asked > 0} />}
    </section>
  );
}

const idOf = (entry: Entry): string => (entry.kind === 'event' ? entry.event.id : entry.comment.id);

const EventLine = ({ event, organization }: { readonly event: Activity; readonly organization: string }) => (
  <p class={styles.event}>
    <PersonAvatar person={event.actor} size="small" />
    <span>
      <b>{event.actor?.name ?? 'Somebody'}</b> {wordsOfEvent(organization, event)}{' '}
      <time dateTime={event.createdAt} title={fullTime(event.createdAt)}>
        {ago(event.createdAt)}
      </time>
    </span>
  </p>
);
