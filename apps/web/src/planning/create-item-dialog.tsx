import { useQueryClient } from '@tanstack/preact-query';
import { WORD_FIELDS, WORK_ITEM_FIELDS } from '@worktrack/domain';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../api/refusal.js';
import { session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { limited } from '../parts/length.js';
import { LengthNote } from '../parts/length-note.js';
import { TextPlaceContext } from '../parts/text-place.js';
import { WritingField } from '../parts/writing/writing-field.js';
import { useProjects } from '../project/projects.js';
import { notify, warn } from '../shell/notices.js';
import { useLabelChoices, usePeople, useSprintChoices } from '../work-item/choices.js';
import { endOfDay } from '../work-item/due-days.js';
import facts from '../work-item/facts.module.css';
import { FIELD_NAMES, wordsOf } from '../work-item/fields.js';
import { textPlaceOf } from '../work-item/item-texts.js';
import { ParentPicker } from '../work-item/parent-picker.js';
import { wordChoicesOf } from '../work-item/value-choices.js';
import { createItem, type NewItem } from './create-item.js';
import { EMPTY_DRAFT, draftOf, isEmpty, keepDraft, type ItemDraft } from './item-draft.js';
import styles from './planning.module.css';

interface CreateItemDialogProps {
  readonly organization: string;
  /** The Project of the screen. */
  readonly project: string | undefined;
  readonly onOpen: (href: string) => void;
  readonly onClose: () => void;
}

const MOST_TITLE = WORK_ITEM_FIELDS.title.bounds.most;
const MOST_DESCRIPTION = WORK_ITEM_FIELDS.description.bounds.most;

/** Creates a Work Item with all its fields. What was typed is kept until it is created or dropped. */
export function CreateItemDialog({ organization, project, onOpen, onClose }: CreateItemDialogProps) {
  const id = useId();
  const cache = useQueryClient();
  const user = session.value?.user.publicId ?? '';
  const { data: projects } = useProjects(organization);
  const [kept] = useState(() => draftOf(user, organization));
  const [draft, setDraft] = useState<ItemDraft>({ ...kept, project: project ?? kept.project });
  const [isChoosingParent, setChoosingParent] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const title = useRef<HTMLInputElement>(null);
  const description = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    limited(draft.description, MOST_DESCRIPTION)(description.current);
  }, [draft.description]);
  const texts = useMemo(() => textPlaceOf(organization), [organization]);
  const key = draft.project === '' ? (projects?.items[0]?.key ?? '') : draft.project;
  const place = { organization, project: key };

  const change = (members: Partial<ItemDraft>) => {
    const next = { ...draft, ...members };
    setDraft(next);
    keepDraft(user, organization, next);
  };
  const submit = async (isMore: boolean) => {
    if (draft.title.trim() === '' || key === '') {
      title.current?.focus();
      return;
    }
    setSending(true);
    setError(undefined);
    try {
      const { key: made, refusedLabels } = await createItem(place, newItemOf(organization, draft));
      keepDraft(user, organization, undefined);
      void cache.invalidateQueries({ queryKey: ['cards', organization, key] });
      void cache.invalidateQueries({ queryKey: ['items', organization, key] });
      const open = {
        name: 'Open',
        run: () => {
          onOpen(`/o/${organization}/items/${made}`);
        },
      };
      if (refusedLabels.length > 0) warn(`${made} is created without ${refusedLabels.join(', ')}.`, open);
      else notify(`${made} is created.`, open);
      if (!isMore) onClose();
      else {
        setDraft({ ...draft, title: '', description: '' });
        title.current?.focus();
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  };

  return (
    <Dialog title="Create a Work Item" place="wide" keepsDraft onClose={onClose}>
      <form
        class={styles.form}
        data-kept
        onSubmit={(event) => {
          event.preventDefault();
          void submit(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit(true);
        }}
      >
        <div class={styles.field}>
          <label for={`${id}-title`}>Title</label>
          <input
            ref={(element) => {
              title.current = element;
              limited(draft.title, MOST_TITLE)(element);
            }}
            id={`${id}-title`}
            type="text"
            required
            autofocus
            value={draft.title}
            onInput={({ currentTarget: { value } }) => {
              change({ title: value });
            }}
          />
          <LengthNote text={draft.title} most={MOST_TITLE} />
        </div>
        <div class={styles.field}>
          <label for={`${id}-description`}>Description</label>
          <TextPlaceContext.Provider value={texts}>
            <WritingField
              field={description}
              id={`${id}-description`}
              rows={4}
              text={draft.description}
              onText={(text) => {
                change({ description: text });
              }}
            />
          </TextPlaceContext.Provider>
          <LengthNote text={draft.description} most={MOST_DESCRIPTION} />
        </div>
        <Choices
          draft={draft}
          place={place}
          projects={projects?.items ?? []}
          onChange={change}
          onParent={() => {
            setChoosingParent(true);
          }}
        />
        {error !== undefined && (
          <p class={styles.error} role="alert">
            {sentenceOf(error)}
          </p>
        )}
        <div class={styles.buttons}>
          {!isEmpty(draft) && (
            <Button
              kind="plain"
              onClick={() => {
                keepDraft(user, organization, undefined);
                setDraft({ ...EMPTY_DRAFT, project: key });
                title.current?.focus();
              }}
            >
              Drop the draft
            </Button>
          )}
          <Button disabled={isSending} title="Ctrl Enter" onClick={() => void submit(true)}>
            Create, and another
          </Button>
          <Button kind="primary" type="submit" disabled={isSending}>
            Create
          </Button>
        </div>
      </form>
      {isChoosingParent && (
        <Dialog
          title="Parent of the new Work Item"
          place="top"
          bare
          onClose={() => {
            setChoosingParent(false);
          }}
        >
          <ParentPicker
            title="Parent of the new Work Item"
            place={place}
            parent={draft.parent}
            onChoose={(parent) => {
              change({ parent });
              setChoosingParent(false);
            }}
          />
        </Dialog>
      )}
    </Dialog>
  );
}

interface ChoicesProps {
  readonly draft: ItemDraft;
  readonly place: { readonly organization: string; readonly project: string };
  readonly projects: readonly { readonly key: string; readonly name: string }[];
  readonly onChange: (members: Partial<ItemDraft>) => void;
  readonly onParent: () => void;
}

function Choices({ draft, place, projects, onChange, onParent }: ChoicesProps) {
  const id = useId();
  const people = usePeople(place.organization, '');
  const sprints = useSprintChoices(place);
  const labels = useLabelChoices(place);
  const list = (
    name: Exclude<keyof ItemDraft, 'labels' | 'parent'>,
    label: string,
    options: readonly (readonly [value: string, name: string])[],
  ) => (
    <div class={styles.field}>
      <label for={`${id}-${name}`}>{label}</label>
      <select
        id={`${id}-${name}`}
        value={name === 'project' ? place.project : draft[name]}
        onChange={({ currentTarget: { value } }) => {
          // Sprints, parents and labels belong to one Project.
          onChange(name === 'project' ? { project: value, sprint: '', parent: null, labels: [] } : { [name]: value });
        }}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <>
      <div class={styles.grid}>
        {list(
          'project',
          'Project',
          projects.map((one) => [one.key, `${one.key} · ${one.name}`]),
        )}
        {WORD_FIELDS.map((field) =>
          list(
            field,
            FIELD_NAMES[field],
            wordChoicesOf(field).map(({ id: word, name }) => [word, name]),
          ),
        )}
        {list('assignee', 'Assignee', [
          ['', 'Nobody'],
          ...people.map(({ publicId, name }) => [publicId, name] as const),
        ])}
        {list('sprint', 'Sprint', [['', 'Backlog'], ...sprints.map(({ id: sprint, name }) => [sprint, name] as const)])}
        <div class={styles.field}>
          <span id={`${id}-parent`}>Parent</span>
          <button
            type="button"
            class={styles.parent}
            aria-labelledby={`${id}-parent ${id}-parent-now`}
            onClick={onParent}
          >
            <span id={`${id}-parent-now`}>
              {draft.parent ? wordsOf(place.organization, 'parent', draft.parent) : 'None'}
            </span>
          </button>
        </div>
        <div class={styles.field}>
          <label for={`${id}-points`}>Story points</label>
          <input
            id={`${id}-points`}
            type="number"
            min={0}
            max={WORK_ITEM_FIELDS.storyPoints.bounds.most}
            step={1}
            value={draft.storyPoints}
            onInput={({ currentTarget: { value } }) => {
              onChange({ storyPoints: value });
            }}
          />
        </div>
        <div class={styles.field}>
          <label for={`${id}-due`}>Due</label>
          <input
            id={`${id}-due`}
            type="date"
            value={draft.dueDay}
            onInput={({ currentTarget: { value } }) => {
              onChange({ dueDay: value });
            }}
          />
        </div>
      </div>
      {labels.length > 0 && (
        <fieldset class={styles.labels}>
          <legend>Labels</legend>
          {labels.slice(0, MOST_LABELS).map(({ id: label, name, color }) => (
            <label key={label}>
              <input
                type="checkbox"
                checked={draft.labels.some((one) => one.id === label)}
                onChange={({ currentTarget: { checked } }) => {
                  const others = draft.labels.filter((one) => one.id !== label);
                  onChange({ labels: checked ? [...others, { id: label, name }] : others });
                }}
              />
              <span class={facts.largeDot} style={{ backgroundColor: color }} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** More labels are attached on the page of the Work Item, where they can be searched. */
const MOST_LABELS = 30;

function newItemOf(organization: string, draft: ItemDraft): NewItem {
  const { project: _, title, description, assignee, sprint, storyPoints, dueDay, ...others } = draft;
  return {
    ...others,
    title: title.trim(),
    description: description === '' ? undefined : description,
    assignee: assignee === '' ? undefined : { id: assignee },
    sprint: sprint === '' ? null : { id: sprint },
    storyPoints: storyPoints === '' ? undefined : Number(storyPoints),
    dueDate: endOfDay(organization, dueDay) ?? undefined,
  };
}
