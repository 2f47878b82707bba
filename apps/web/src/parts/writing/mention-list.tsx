import type { RefObject } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Listbox, placeAfter, type Choice } from '../listbox.js';
import { TextPlaceContext } from '../text-place.js';
import { applyEdit } from './apply-edit.js';
import styles from './writing.module.css';

/** A word after an `@` that ends at the caret: a part of a name or of a username. */
const OPEN = /(?<![^\s\p{Ps}])@([^\s@]{0,64})$/u;

/** The characters before the caret that are looked at. */
const NEAR = 80;

const NOBODY = (): readonly Choice[] => [];

interface OpenMention {
  /** The place of the `@`. */
  readonly start: number;
  readonly text: string;
}

function openAt({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): OpenMention | undefined {
  if (selectionStart !== selectionEnd) return undefined;
  const text = OPEN.exec(value.slice(Math.max(0, selectionStart - NEAR), selectionStart))?.[1];
  return text === undefined ? undefined : { start: selectionStart - text.length - 1, text };
}

/** Offers the people whom the word at the caret can mention. The field keeps the focus. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, isEnabled: boolean) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenMention>();
  const [at, setAt] = useState(0);
  /** The place of the word whose list was closed. */
  const [closed, setClosed] = useState<number>();
  const useFound = useContext(TextPlaceContext)?.people?.useFound ?? NOBODY;
  const asked = isEnabled && open?.start !== closed ? open : undefined;
  const people = useFound(asked?.text);
  const isOpen = asked !== undefined && people.length > 0;
  const active = Math.min(at, people.length - 1);
  useLayoutEffect(() => {
    if (isOpen) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const follow = () => {
    const next = field.current ? openAt(field.current) : undefined;
    if (next?.start !== open?.start || next?.text !== open?.text) setAt(0);
    if (next?.start !== closed) setClosed(undefined);
    setOpen(next);
  };
  const choose = (username: string) => {
    const element = field.current;
    if (!element || !open) return;
    const { value, selectionStart: to } = element;
    const text = `@${username}${/^\s/.test(value.slice(to)) ? '' : ' '}`;
    const end = open.start + text.length;
    applyEdit(element, { from: open.start, to, text, start: end, end });
    setOpen(undefined);
  };
  /** Returns whether the key was for the list. */
  const take = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const next = placeAfter(event.key, active, people.length);
    const chosen = people[active];
    if (next !== undefined) setAt(next);
    else if (event.key === 'Escape') setClosed(asked.start);
    else if (chosen && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) choose(chosen.id);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    follow,
    take,
    close: () => {
      setOpen(undefined);
    },
    props: isOpen && {
      'aria-autocomplete': 'list' as const,
      'aria-controls': id,
      'aria-activedescendant': `${id}-${active}`,
    },
    list: isOpen && (
      <div
        class={styles.people}
        ref={frame}
        onMouseDown={(event) => {
          // The field keeps the focus.
          event.preventDefault();
        }}
      >
        <Listbox id={id} label="People to mention" choices={people} at={active} onPoint={setAt} onChoose={choose} />
      </div>
    ),
  };
}
