import { WORD_FIELDS, WORK_ITEM_FIELDS, WORK_ITEM_STATUSES } from '@worktrack/domain';
import { useId } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { isAdminOf, session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { useLabelChoices, usePeople, useSprintChoices } from '../work-item/choices.js';
import facts from '../work-item/facts.module.css';
import { FIELD_NAMES, wordsOf } from '../work-item/fields.js';
import { wordChoicesOf } from '../work-item/value-choices.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { NOTHING_OF_A_PROJECT, type ItemDraft } from './item-draft.js';
import styles from './planning.module.css';

/** A field with so many values that they are found by typing. */
export type LongField = 'assignee' | 'parent' | 'labels';

interface NewItemFieldsProps {
  readonly draft: ItemDraft;
  readonly place: ProjectPlace;
  readonly projects: readonly { readonly key: string; readonly name: string }[];
  readonly onChange: (members: Partial<ItemDraft>) => void;
  /** Asks for a value that is chosen from a long list. */
  readonly onPick: (field: LongField, at: HTMLElement) => void;
}

/** The fields of a new Work Item next to its texts. */
export function NewItemFields({ draft, place, projects, onChange, onPick }: NewItemFieldsProps) {
  const id = useId();
  const { people } = usePeople(place.organization, '');
  const { sprints } = useSprintChoices(place);
  const { labels } = useLabelChoices(place);
  const list = (
    name: Exclude<keyof ItemDraft, LongField>,
    label: string,
    options: readonly (readonly [value: string, name: string])[],
  ) => (
    <div class={styles.field}>
      <label for={`${id}-${name}`}>{label}</label>
      <select
        id={`${id}-${name}`}
        value={name === 'project' ? place.project : draft[name]}
        onChange={({ currentTarget: { value } }) => {
          onChange({ [name]: value, ...(name === 'project' && NOTHING_OF_A_PROJECT) });
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
  const picked = (field: LongField, now: string) => (
    <div class={styles.field}>
      <span id={`${id}-${field}`}>{FIELD_NAMES[field]}</span>
      <button
        type="button"
        class={styles.parent}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-${field} ${id}-${field}-now`}
        onClick={({ currentTarget }) => {
          onPick(field, currentTarget);
        }}
      >
        <span id={`${id}-${field}-now`}>{now}</span>
      </button>
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
        {list(
          'status',
          FIELD_NAMES.status,
          WORK_ITEM_STATUSES.map((status) => [status, STATUS_NAMES[status]]),
        )}
        {WORD_FIELDS.map((field) =>
          list(
            field,
            FIELD_NAMES[field],
            wordChoicesOf(field).map(({ id: word, name }) => [word, name]),
          ),
        )}
        {picked('assignee', draft.assignee === '' ? 'Nobody' : assigneeOf(draft, people))}
        {list('sprint', 'Sprint', [['', 'Backlog'], ...sprints.map(({ id: sprint, name }) => [sprint, name] as const)])}
        {picked('parent', draft.parent ? wordsOf(place.organization, 'parent', draft.parent) : 'None')}
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
      {(labels.length > 0 || isAdminOf(place.organization)) && (
        <fieldset class={styles.labels}>
          <legend>Labels</legend>
          {shownLabels(labels, draft).map(({ id: label, name, color }) => (
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
          <Button
            kind="plain"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => {
              onPick('labels', currentTarget);
            }}
          >
            More labels …
          </Button>
        </fieldset>
      )}
    </>
  );
}

/** The labels that are shown without typing. */
const MOST_LABELS = 30;

type Labels = ReturnType<typeof useLabelChoices>['labels'];

/** The first labels, and those that are chosen. */
const shownLabels = (labels: Labels, { labels: chosen }: ItemDraft): Labels =>
  labels.filter(({ id }, at) => at < MOST_LABELS || chosen.some((one) => one.id === id));

const assigneeOf = ({ assignee, assigneeName }: ItemDraft, people: ReturnType<typeof usePeople>['people']): string =>
  [session.value?.user, ...people].find((one) => one?.publicId === assignee)?.name ?? assigneeName;
