import { useQueryClient } from '@tanstack/preact-query';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { sentenceOf } from '../api/refusal.js';
import { cardsKey } from '../board/cards.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Listbox, placeAfter } from '../parts/listbox.js';
import { announce, warn } from '../shell/notices.js';
import { useLabelChoices, usePeople } from '../work-item/choices.js';
import { createItem, findPeople } from './create-item.js';
import { PasteDialog } from './paste-dialog.js';
import { titlesIn } from './pasted-titles.js';
import { completed, openWordAt, isTooLong, readQuickItem, type Named, type QuickItem } from './quick-add.js';
import { useCompletion } from './quick-add-completion.js';
import styles from './quick-add-line.module.css';

interface QuickAddLineProps {
  readonly place: ProjectPlace;
  /** New Work Items are planned into it. */
  readonly sprint: { readonly id: string; readonly name: string } | null;
}

interface Sending {
  readonly id: number;
  readonly line: string;
  readonly item: QuickItem;
  /** Why it was not created. */
  readonly failure?: string;
}

let lastId = 0;

/** One line that creates a Work Item. Enter adds it, and the next one can be typed. */
export function QuickAddLine({ place, sprint }: QuickAddLineProps) {
  const id = useId();
  const cache = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [line, setLine] = useState('');
  const [caret, setCaret] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const [sending, setSending] = useState<readonly Sending[]>([]);
  // The caret goes there before the next letter is typed.
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (wanted.current !== undefined) field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = undefined;
  }, [line]);
  const seen = useRef<readonly Named[]>([]);
  const open = openWordAt(line, caret);
  const { people } = usePeople(place.organization, open?.sign === '@' ? open.text : '');
  const { labels } = useLabelChoices(place);
  const completion = useCompletion(open, people, labels);

  const directory = () => ({
    people: distinct([...seen.current, ...people.map(({ publicId, ...one }) => ({ ...one, id: publicId }))]),
    labels,
  });

  const show = (next: string, at: number) => {
    setLine(next);
    setCaret(at);
    setProblems([]);
    wanted.current = at;
  };
  const choose = (choice: string) => {
    const named = directory().people.find((one) => one.id === choice);
    if (named) seen.current = [...seen.current, named];
    const word = completion.wordOf(choice);
    if (!open || word === undefined) return;
    const next = completed(line, open, word);
    show(next.line, next.caret);
    field.current?.focus();
  };

  const send = async (one: Sending) => {
    setSending((all) => [...all.filter(({ id: other }) => other !== one.id), one]);
    try {
      const { key, refusedLabels } = await createItem(place, { ...one.item, sprint });
      setSending((all) => all.filter(({ id: other }) => other !== one.id));
      announce(`${key} is created.`);
      if (refusedLabels.length > 0) warn(`${key} is created without ${refusedLabels.join(', ')}.`);
      void cache.invalidateQueries({ queryKey: cardsKey(place) });
    } catch (error) {
      const failed = { ...one, failure: sentenceOf(error) };
      setSending((all) => all.map((other) => (other.id === one.id ? failed : other)));
    }
  };
  const add = async () => {
    if (line.trim() === '') return;
    const isRepeated = problems.length > 0;
    let item = readQuickItem(line, directory());
    if (item.problems.some((problem) => problem.startsWith('@'))) {
      const unknown = line.split(/\s+/).filter((word) => word.startsWith('@'));
      seen.current = [...seen.current, ...(await findPeople(place.organization, unknown).catch(() => []))];
      item = readQuickItem(line, directory());
    }
    const isNameless = item.title === '' || isTooLong(item.title);
    if (item.problems.length > 0 && (!isRepeated || isNameless)) {
      setProblems(item.problems);
      return;
    }
    show('', 0);
    lastId += 1;
    await send({ id: lastId, line, item });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = completion.isOpen ? placeAfter(event.key, completion.at, completion.choices.length) : undefined;
    if (next !== undefined) completion.point(next);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey && completion.isOpen)) {
      const chosen = completion.isOpen && !completion.isComplete ? completion.choices[completion.at] : undefined;
      if (chosen) choose(chosen.id);
      else if (event.key === 'Enter') void add();
      else return;
    } else if (event.key === 'Escape') {
      if (completion.isOpen) completion.close();
      else field.current?.blur();
    } else return;
    event.preventDefault();
  };
  const follow = () => {
    setCaret(field.current?.selectionStart ?? 0);
  };

  const leavePasted = () => {
    setPasted([]);
  };

  const into = sprint ? sprint.name : 'the backlog';
  return (
    <div class={styles.quick}>
      {sending.map((one) => (
        <p key={one.id} class={styles.sending} role={one.failure === undefined ? 'status' : 'alert'}>
          {one.failure === undefined ? (
            `Adding “${one.item.title}” …`
          ) : (
            <>
              <span>
                “{one.line}” was not added. {one.failure}
              </span>
              <Button
                kind="plain"
                onClick={() => {
                  void send({ id: one.id, line: one.line, item: one.item });
                }}
              >
                Try again
              </Button>
              <Button
                kind="plain"
                onClick={() => {
                  setSending(sending.filter((other) => other !== one));
                }}
              >
                Discard it
              </Button>
            </>
          )}
        </p>
      ))}
      <div class={styles.line}>
        <Icon name="plus" size={14} />
        <input
          ref={field}
          role="combobox"
          type="text"
          autocomplete="off"
          spellcheck
          aria-label={`Add to ${into}`}
          aria-expanded={completion.isOpen}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={completion.isOpen ? `${id}-list-${completion.at}` : undefined}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
          placeholder="Add … !high @ada #label 5p"
          value={line}
          onInput={({ currentTarget }) => {
            setLine(currentTarget.value);
            setProblems([]);
            follow();
          }}
          onPaste={(event) => {
            const lines = titlesIn(event.clipboardData?.getData('text/plain') ?? '');
            if (lines.length < 2) return;
            event.preventDefault();
            setPasted(lines);
          }}
          onKeyUp={follow}
          onClick={follow}
          onBlur={completion.close}
          onKeyDown={onKeyDown}
        />
      </div>
      {completion.isOpen && (
        // The field keeps the focus.
        <div
          class={styles.list}
          onPointerDown={(event) => {
            event.preventDefault();
          }}
        >
          <Listbox
            id={`${id}-list`}
            label="Completions"
            choices={completion.choices}
            at={completion.at}
            onPoint={completion.point}
            onChoose={choose}
          />
        </div>
      )}
      {pasted.length > 0 && (
        <PasteDialog
          place={place}
          items={pasted.map((one) => ({ ...readQuickItem(one, directory()), sprint }))}
          onMade={leavePasted}
          onClose={(left) => {
            leavePasted();
            if (left.length > 0) show(left.join(' '), 0);
          }}
          onOneTitle={() => {
            leavePasted();
            const next = `${line} ${pasted.join(' ')}`.trim();
            show(next, next.length);
          }}
        />
      )}
      {problems.length > 0 && (
        <p class={styles.problems} id={`${id}-problems`} role="alert">
          {problems.join(' ')} {line.trim() !== '' && 'Enter once more keeps the words in the title.'}
        </p>
      )}
    </div>
  );
}

const distinct = (all: readonly Named[]): readonly Named[] => [...new Map(all.map((one) => [one.id, one])).values()];
