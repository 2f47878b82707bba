import { Icon } from '../parts/icon.js';
import type { PaletteEntries, PaletteQuestion } from '../shell/contents.js';

/** The search for what is typed in the palette. */
export function useSearchActions({ searched, typed, go }: PaletteQuestion): PaletteEntries {
  const text = typed.trim();
  if (searched === undefined || text === '') return { actions: [] };
  const actions = [
    {
      id: 'search text',
      name: `Search for “${text}”`,
      group: 'Search',
      before: <Icon name="search" />,
      run: () => {
        go(`/o/${searched}/search?${new URLSearchParams({ q: text }).toString()}`);
      },
    },
  ];
  return { actions };
}
