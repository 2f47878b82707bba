import { WORD_FIELDS, WORK_ITEM_FIELDS, WORK_ITEM_STATUSES } from '@worktrack/domain';
import { useId } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { session } from '../api/session.js';
import { useLabelChoices, usePeople, useSprintChoices } from '../work-item/choices.js';
import facts from '../work-item/facts.module.css';
import { FIELD_NAMES, wordsOf } from '../work-item/fields.js';
import { wordChoicesOf } from '../work-item/value-choices.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { NOTHING_OF_A_PROJECT, type ItemDraft } from './item-draft.js';
import styles from './planning.module.css';

interface NewItemFieldsProps {
  readonly draft: ItemDraft;
  readonly place: ProjectPlace;
  readonly projects: readonly { readonly key: string; readonly name: string }[];
  readonly onChange: (members: Partial<ItemDraft>) => void;
  readonly onParent: () => void;
}

/** The fields of a new Work Item next to its texts. */
export function NewItemFields({ draft, place, projects, onChange, onParent }: NewItemFieldsProps) {
  const id = useId();
  const { people } = usePeople(place.organization, '');
  const { sprints } = useSprintChoices(place);
  const { labels } = useLabelChoices(place);
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
        {list('assignee', 'Assignee', [
          ['', 'Nobody'],
          ...withSelf(people).map(({ publicId, name }) => [publicId, name] as const),
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

/** In a large Organization the user is not always among the first people. */
function withSelf(
  people: ReturnType<typeof usePeople>['people'],
): readonly { readonly publicId: string; readonly name: string }[] {
  const user = session.value?.user;
  return !user || people.some(({ publicId }) => publicId === user.publicId) ? people : [user, ...people];
}
