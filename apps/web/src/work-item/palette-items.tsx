import type { PaletteAction, PaletteQuestion } from '../shell/contents.js';
import { LEAST_LETTERS, useFoundItems } from './found.js';
import { StatusMark } from './marks.js';

const MOST_SHOWN = 8;

/** The Work Items that the palette finds by a typed text. */
export function useItemActions({ searched = '', typed, go }: PaletteQuestion): readonly PaletteAction[] {
  const found = useFoundItems({ organization: searched }, typed, {
    enabled: searched !== '',
    least: LEAST_LETTERS,
    most: MOST_SHOWN,
  });
  return (found ?? []).map(({ key, title = '', status = 'backlog' }) => ({
    id: `item ${key}`,
    name: title,
    // The server has found it by this text, which can stand in its description.
    words: `${key} ${typed}`,
    group: 'Work Items',
    before: <StatusMark status={status} />,
    after: key,
    run: () => {
      go(`/o/${searched}/items/${key}`);
    },
  }));
}
