import { useRef, useState } from 'preact/hooks';
import { PersonAvatar } from '../shell/person-avatar.js';
import type { Choice } from '../parts/listbox.js';
import { matching } from '../parts/matching.js';
import type { useLabelChoices, usePeople } from '../work-item/choices.js';
import facts from '../work-item/facts.module.css';
import { wordChoicesOf } from '../work-item/value-choices.js';
import { wordOf, type OpenWord } from './quick-add.js';

const MOST_SHOWN = 8;

/** The list of what the open word can name. */
export function useCompletion(
  open: OpenWord | undefined,
  people: ReturnType<typeof usePeople>['people'],
  labels: ReturnType<typeof useLabelChoices>['labels'],
) {
  const [position, setPosition] = useState(0);
  const [closed, setClosed] = useState<string>();
  const word = open && `${open.start} ${open.sign}${open.text}`;
  const words = useRef(new Map<string, string>());
  const choices: readonly Choice[] = open ? matching(all(), open.text).slice(0, MOST_SHOWN) : [];

  function all(): readonly Choice[] {
    words.current = new Map();
    const choice = (id: string, name: string, typed: string, rest: Partial<Choice>): Choice => {
      words.current.set(id, typed);
      return { id, name, words: typed, ...rest };
    };
    if (open?.sign === '!') {
      return wordChoicesOf('priority').map(({ id, name, before }) => choice(id, name, id, { before }));
    }
    if (open?.sign === '@') {
      return people.map(({ publicId, name, username }) => {
        const after = username === null ? {} : { after: username };
        return choice(publicId, name, wordOf({ id: publicId, name, username }), {
          before: <PersonAvatar person={{ publicId, name }} />,
          ...after,
        });
      });
    }
    return labels.map(({ id, name, color }) =>
      choice(id, name, wordOf({ id, name }), {
        before: <span class={facts.largeDot} style={{ backgroundColor: color }} />,
      }),
    );
  }

  const at = Math.min(position, choices.length - 1);
  const typed = open?.text.toLowerCase();
  return {
    choices,
    at: Math.max(at, 0),
    isOpen: choices.length > 0 && closed !== word,
    /** The word is typed to its end: Enter adds the line. */
    isComplete: typed !== '' && words.current.get(choices[at]?.id ?? '')?.toLowerCase() === typed,
    point: setPosition,
    close: () => {
      setClosed(word);
      setPosition(0);
    },
    wordOf: (id: string) => words.current.get(id),
  };
}
