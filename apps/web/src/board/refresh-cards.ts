import type { Refresh } from '../api/refresh.js';
import { withChanges, type ChangingList, type ListedCard } from './card-changes.js';

/** Reads what changed since the last read, by the parameter of the query, and leaves everything else as it is. */
export const refreshCards =
  <Card extends ListedCard>(
    read: (query: string, signal: AbortSignal) => Promise<ChangingList<Card>>,
    query: string,
  ): Refresh =>
  async ({ cache, query: { queryKey }, signal, isDragging, isEdited, readAgain }) => {
    const list = cache.getQueryData<ChangingList<Card>>(queryKey);
    if (!list) return;
    const parameters = new URLSearchParams(query);
    parameters.set('updatedAfter', list.asOf);
    const news = await read(parameters.toString(), signal);
    if (isDragging()) return;
    const hasNews = news.items.length + news.gone.length > 0;
    if (news.truncated || (list.truncated && hasNews)) await readAgain();
    else {
      cache.setQueryData<ChangingList<Card>>(queryKey, (known) =>
        known && known.asOf === list.asOf ? withChanges(known, news, ({ key }) => isEdited(key), new Date()) : known,
      );
    }
  };
