import { Icon } from '../parts/icon.js';
import type { PaletteAction, PaletteQuestion } from '../shell/contents.js';

/** The search for what is typed in the palette. */
export function useSearchActions({ searched, typed, go }: PaletteQuestion): readonly PaletteAction[] {
  const text = typed.trim();
  if (searched === undefined || text === '') return [];
  return [
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
}
