import type { Query, QueryClient } from '@tanstack/preact-query';
import { Poll } from '../api/poll.js';
import { sessionLost } from '../api/transport.js';
import { withChanges } from '../board/card-changes.js';
import { readCards, type CardList } from '../board/cards.js';
import { isEditable } from './keys.js';

/** Brings a response in the cache up to date. The first word of its key decides which function does so. */
type Refresh = (cache: QueryClient, query: Query, signal: AbortSignal) => Promise<void>;

/** Reads what changed since the last read, and leaves everything else as it is. */
const cards: Refresh = async (cache, { queryKey, state }, signal) => {
  const list = state.data as CardList | undefined;
  const [, organization, project, filter] = queryKey as readonly string[];
  if (!list || organization === undefined || project === undefined) return;
  const parameters = new URLSearchParams(filter);
  parameters.set('updatedAfter', list.asOf);
  const news = await readCards({ organization, project }, parameters.toString(), signal);
  if (isDragging()) return;
  const hasNews = news.items.length + news.gone.length > 0;
  if (news.truncated || (list.truncated && hasNews)) await readAgain(cache, queryKey);
  else {
    cache.setQueryData<CardList>(queryKey, (known) =>
      known && known.asOf === list.asOf ? withChanges(known, news, ({ key }) => isEdited(key), new Date()) : known,
    );
  }
};

/** Reads the whole response again, unless somebody writes into what shows it. */
const whole: Refresh = async (cache, { queryKey }) => {
  if (!isEdited()) await readAgain(cache, queryKey);
};

const readAgain = (cache: QueryClient, queryKey: readonly unknown[]) =>
  cache.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false, throwOnError: true });

/** The responses that others change: those of the boards, of lists of Work Items, and of an open one. */
const REFRESHED: Readonly<Record<string, Refresh>> = { cards, item: whole, items: whole, 'my-work': whole };

/** True while somebody writes into the page: into the Work Item of this key, or anywhere. */
function isEdited(key?: string): boolean {
  const { activeElement } = document;
  if (!isEditable(activeElement) || activeElement?.closest('search, [role=search]')) return false;
  return key === undefined || activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item === key;
}

let isHeld = false;

/** True while something is dragged: nothing is allowed to change under the pointer. */
const isDragging = (): boolean => isHeld;

/** Follows the drags of the page. `onEnd` is called after each. Returns how to stop. */
function followDrags(onEnd: () => void): () => void {
  const begin = () => {
    isHeld = true;
  };
  const end = () => {
    if (!isHeld) return;
    isHeld = false;
    onEnd();
  };
  // While something is dragged there are no events of the pointer: one of them is the end, even of an element that is gone.
  const ends = ['dragend', 'drop', 'pointermove', 'pointerdown'];
  addEventListener('dragstart', begin);
  for (const name of ends) addEventListener(name, end);
  return () => {
    removeEventListener('dragstart', begin);
    for (const name of ends) removeEventListener(name, end);
  };
}

/** Keeps what is on the screen up to date with what others change. Returns how to stop. */
export function followOthers(cache: QueryClient): () => void {
  const poll = new Poll(async (signal) => {
    if (sessionLost.peek()) return;
    for (const query of cache.getQueryCache().findAll({ type: 'active' })) {
      const refresh = REFRESHED[String(query.queryKey[0])];
      if (!refresh || query.state.fetchStatus !== 'idle') continue;
      if (isDragging() || signal.aborted) return;
      await refresh(cache, query, signal);
    }
  });
  const stops = [
    poll.start(),
    followDrags(() => {
      poll.soon();
    }),
    cache.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') poll.soon();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
