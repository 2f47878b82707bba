import type { Refresh } from '../shell/contents.js';
import { withChanges } from './card-changes.js';
import { readCards, type CardList } from './cards.js';

/** Reads what changed since the last read, and leaves everything else as it is. */
export const refreshCards: Refresh = async ({ cache, query, signal, isDragging, isEdited, readAgain }) => {
  const { queryKey, state } = query;
  const list = state.data as CardList | undefined;
  const [, organization, project, filter] = queryKey as readonly string[];
  if (!list || organization === undefined || project === undefined) return;
  const parameters = new URLSearchParams(filter);
  parameters.set('updatedAfter', list.asOf);
  const news = await readCards({ organization, project }, parameters.toString(), signal);
  if (isDragging()) return;
  const hasNews = news.items.length + news.gone.length > 0;
  if (news.truncated || (list.truncated && hasNews)) await readAgain();
  else {
    cache.setQueryData<CardList>(queryKey, (known) =>
      known && known.asOf === list.asOf ? withChanges(known, news, ({ key }) => isEdited(key), new Date()) : known,
    );
  }
};
