import type { QueryClient } from '@tanstack/preact-query';
import { Poll } from '../api/poll.js';
import type { Refresh } from '../api/refresh.js';
import { sessionLost } from '../api/transport.js';
import { isEditable } from './keys.js';

/** Reads the whole response again, unless somebody writes into what shows it. */
const whole: Refresh = async ({ readAgain }) => {
  if (!isEdited()) await readAgain();
};

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
      const { meta, queryKey, state } = query;
      if (!meta?.refresh || state.fetchStatus !== 'idle') continue;
      if (isDragging() || signal.aborted) return;
      const readAgain = () =>
        cache.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false, throwOnError: true });
      const refresh = meta.refresh === 'whole' ? whole : meta.refresh;
      await refresh({ cache, query, signal, isDragging, isEdited, readAgain });
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
