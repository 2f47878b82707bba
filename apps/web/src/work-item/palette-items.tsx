import type { PaletteEntries, PaletteQuestion } from '../shell/contents.js';
import { LEAST_LETTERS, useFoundItems, useQueriedItems } from './found.js';
import { StatusMark } from './marks.js';
import { keyIn, queryOfKey, queryOfWords, wordsIn } from './search-words.js';

const MOST_SHOWN = 8;
const MOST_WORDS = 8;

const queryOfSome = (text: string): string => queryOfWords(text, MOST_WORDS);

/** The Work Items that the palette finds by a typed text: the one with that key, then those that have all its words. */
export function useItemActions({ searched = '', typed, go }: PaletteQuestion): PaletteEntries {
  const finding = { enabled: searched !== '', least: LEAST_LETTERS, most: MOST_SHOWN };
  const several = wordsIn(typed).length > 1 ? typed : '';
  const ofKey = useQueriedItems(searched, keyIn(typed) ?? '', queryOfKey, finding);
  const ofWords = useQueriedItems(searched, several, queryOfSome, finding);
  const ofText = useFoundItems({ organization: searched }, several === '' ? typed : '', finding);
  const named = ofKey.items ?? [];
  const isReading = [ofKey, ofWords, ofText].some((one) => one.isReading);
  const others = (ofWords.items ?? ofText.items ?? []).filter(({ key }) => named[0]?.key !== key);
  const actions = [...named, ...others].slice(0, MOST_SHOWN).map((item) => ({
    id: `item ${item.key}`,
    name: item.title ?? '',
    words: item.key,
    isFound: !isReading,
    group: item === named[0] ? 'Work Item' : 'Work Items',
    before: <StatusMark status={item.status ?? 'backlog'} />,
    after: item.key,
    run: () => {
      go(`/o/${searched}/items/${item.key}`);
    },
  }));
  return { actions, isReading };
}
