import { PersonAvatar } from '../shell/person-avatar.js';
import type { PaletteEntries, PaletteQuestion } from '../shell/contents.js';
import { LEAST_LETTERS, useFoundPeople } from '../work-item/found.js';

const MOST_SHOWN = 5;

/** The members of the Organization that the palette finds by a typed text. */
export function usePeopleActions({ searched = '', typed, go }: PaletteQuestion): PaletteEntries {
  const { items, isReading } = useFoundPeople(searched, typed, {
    enabled: searched !== '',
    least: LEAST_LETTERS,
    most: MOST_SHOWN,
  });
  const actions = (items ?? []).map(({ publicId, name, username }) => ({
    id: `person ${publicId}`,
    name,
    words: username ?? '',
    group: 'People',
    before: <PersonAvatar person={{ publicId, name }} />,
    ...(username !== null && { after: `@${username}` }),
    run: () => {
      go(`/o/${searched}/people/${publicId}`);
    },
  }));
  return { actions, isReading };
}
