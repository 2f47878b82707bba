import { useEffect } from 'preact/hooks';
import { Refusal } from '../api/refusal.js';
import type { ItemPlace } from '../work-item/work-item.js';
import { dropName, keepName, keptNames } from './kept-names.js';

/** The Work Items that the sidebar shows. */
export const MOST_RECENT = 5;

/** Keeps the Work Item of the page as the one seen last. One that does not exist is forgotten. */
export function useRecent({ organization, key }: ItemPlace, title: string | undefined, error: unknown): void {
  const isGone = error instanceof Refusal && [403, 404].includes(error.status);
  useEffect(() => {
    const recent = keptNames('recent', organization);
    if (isGone) dropName(recent, key);
    // One more than is shown: the sidebar leaves out the one of the page.
    else if (title !== undefined) keepName(recent, { key, name: title }, { most: MOST_RECENT + 1 });
  }, [organization, key, title, isGone]);
}
