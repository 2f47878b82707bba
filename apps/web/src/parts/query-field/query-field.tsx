import {
  LIMITS,
  complete,
  placeOf,
  type Completion,
  type Completions,
  type NamedValue,
  type Place,
} from '@worktrack/squeakql';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { Diagnostics } from './diagnostics.js';
import { CompletionList, optionId } from './completion-list.js';
import type { QueryLanguage } from './query-language.js';
import { Underlay } from './underlay.js';
import { useShownFaults, type FaultsOf } from './shown-faults.js';
import styles from './query-field.module.css';

interface QueryFieldProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder?: string;
  readonly language: QueryLanguage;
  /** Names that the catalogue cannot know, by the name of their type. */
  readonly values: Readonly<Record<string, readonly NamedValue[]>>;
  /** The errors that the server found in a query. */
  readonly refused?: FaultsOf | undefined;
  readonly onText: (text: string) => void;
  /** A query without errors was finished by Enter, or by leaving the field where `submitsOnLeave`. */
  readonly onSubmit: (text: string) => void;
  /** Receives the operand that is written at the caret, so that its names can be loaded. */
  readonly onOperand: (type: string | undefined, typed: string) => void;
  readonly submitsOnLeave?: boolean;
  /** False for words: they have no errors, and Enter completes nothing that was not chosen. */
  readonly isQuery?: boolean;
  /** The command that gives the field the focus finds it by this. */
  readonly fieldRef?: { current: HTMLTextAreaElement | null };
}

const NOTHING: Completions = { items: [], typed: '', isWritten: false };
/** The longest text that the field takes: longer than a valid query, so that nothing is cut without a word. */
const LONGEST = 2 * LIMITS.length;

/** A query with its colours, its errors under it, and what can stand at the caret in a list. */
export function QueryField(props: QueryFieldProps) {
  const { label, text, placeholder, language, values, refused, isQuery = true, onText, onSubmit, onOperand } = props;
  const id = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const field = props.fieldRef ?? own;
  const [caret, setCaret] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const [isFocused, setFocused] = useState(false);
  const { shown, all, showAll } = useShownFaults(isQuery ? text : '', language, refused, isFocused);

  const completions = useMemo(() => {
    if (!isOpen || caret === undefined) return NOTHING;
    return complete(text, Math.min(caret, text.length), language.catalogue, { ...language, values });
  }, [isOpen, text, caret, language, values]);
  const { items, type, typed } = completions;
  useEffect(() => {
    onOperand(type, typed);
  }, [type, typed]);
  const first = firstChoice(completions, caret);
  const unchosen = isQuery ? first : -1;
  const active = chosen === undefined ? unchosen : Math.min(chosen, items.length - 1);
  const isListed = isOpen && items.length > 0;

  const follow = () => {
    setCaret(field.current?.selectionEnd);
  };
  const close = () => {
    setOpen(false);
    setChosen(undefined);
  };
  const select = ({ from, to }: Place) => {
    field.current?.focus();
    field.current?.setSelectionRange(from, to);
    setCaret(to);
  };
  const submit = () => {
    close();
    const [first] = all;
    if (first) {
      showAll();
      select(placeOf(text, first));
    } else onSubmit(text);
  };
  const put = (item: Completion) => {
    const element = field.current;
    if (!element) return;
    replace(element, item);
    onText(element.value);
    setCaret(element.selectionEnd);
    setChosen(undefined);
    setOpen(true);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const isBare = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    const completed = items[active === -1 && event.key === 'Tab' ? first : active];
    const opens = (event.key === ' ' && event.ctrlKey) || (event.key === 'ArrowDown' && !isListed && isAtEnd(event));
    if (opens) {
      follow();
      setOpen(true);
    } else if (isListed && isBare && step !== undefined) {
      setChosen(stepped(active, step, items.length));
    } else if ((event.key === 'Enter' || event.key === 'Tab') && isBare && isListed && completed) {
      put(completed);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      submit();
    } else if (event.key === 'Escape' && isListed) {
      close();
    } else {
      if (event.key === 'Escape') field.current?.blur();
      // The focus goes on to what follows the field, not into the list.
      if (event.key === 'Tab') close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class={styles.field}>
      <div class={styles.box} data-invalid={shown.length > 0 || undefined}>
        <Underlay
          text={text}
          catalogue={language.catalogue}
          faults={shown}
          isQuery={isQuery}
          caret={items[active]?.from ?? caret}
        >
          {isListed && (
            <CompletionList
              id={`${id}-list`}
              label={`Suggestions`}
              items={items}
              active={active}
              onMove={setChosen}
              onChoose={put}
            />
          )}
        </Underlay>
        <textarea
          ref={field}
          class={styles.text}
          rows={1}
          maxLength={LONGEST}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-label={label}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isListed ? `${id}-list` : undefined}
          aria-activedescendant={isListed && items[active] ? optionId(`${id}-list`, active) : undefined}
          aria-invalid={shown.length > 0}
          aria-describedby={`${id}-faults`}
          placeholder={placeholder}
          value={text}
          onInput={(event) => {
            onText(event.currentTarget.value);
            follow();
            setChosen(undefined);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onKeyUp={follow}
          onClick={follow}
          onFocus={() => {
            setFocused(true);
          }}
          onBlur={() => {
            setFocused(false);
            close();
            if (props.submitsOnLeave && all.length === 0) onSubmit(text);
          }}
        />
      </div>
      <Diagnostics
        id={`${id}-faults`}
        text={text}
        faults={shown}
        onSelect={select}
        onReplace={(place, by) => {
          select(place);
          put({ ...place, text: by, kind: 'value', isSpaced: false });
        }}
      />
      <div class="visually-hidden" role="status">
        {isListed ? `${items.length} ${items.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
      </div>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** The choice that Enter takes before one is made: what completes the word that is typed, unless it is complete. */
const firstChoice = ({ items, isWritten }: Completions, caret: number | undefined): number =>
  !isWritten && items[0] !== undefined && items[0].from < (caret ?? 0) ? 0 : -1;

/** One step goes around; a page stops at the end. */
function stepped(active: number, step: number, count: number): number {
  if (active === -1) return step > 0 ? 0 : count - 1;
  const next = active + step;
  return Math.abs(step) === 1 ? (next + count) % count : Math.max(0, Math.min(count - 1, next));
}

const isAtEnd = ({ target }: Event): boolean =>
  target instanceof HTMLTextAreaElement && target.selectionStart === target.value.length;

/** Writes a completion into the field with the blank that people write after it; the caret goes after both. */
function replace(element: HTMLTextAreaElement, { from, to, text, isSpaced }: Completion): void {
  const next = element.value.charAt(to);
  const needsBlank = isSpaced && ![' ', ')', ','].includes(next);
  element.setRangeText(needsBlank ? `${text} ` : text, from, to, 'end');
  const end = element.selectionEnd + (isSpaced && next === ' ' ? 1 : 0);
  element.setSelectionRange(end, end);
}
