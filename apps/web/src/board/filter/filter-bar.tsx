import { WORK_ITEM_STATUSES } from '@worktrack/domain';
import { Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../../api/project-place.js';
import { session } from '../../api/session.js';
import { Button } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';
import type { MenuItem } from '../../parts/menu.js';
import type { Choice } from '../../parts/picker.js';
import { Switch } from '../../parts/switch.js';
import { lazyPart } from '../../shell/not-loaded.js';
import facts from '../../work-item/facts.module.css';
import { personChoicesOf } from '../../work-item/field-choices.js';
import { FIELD_NAMES } from '../../work-item/fields.js';
import { StatusMark } from '../../work-item/marks.js';
import { wordChoicesOf } from '../../work-item/value-choices.js';
import { STATUS_NAMES } from '../../work-item/words.js';
import { FILTERED_FIELDS, LANES, filterOf, isFiltered, toggled, type BoardFilter, type Lanes } from './board-filter.js';
import type { FaultsOf } from '../../parts/query-field/shown-faults.js';
import type { useFilterChoices } from '../cards.js';
import { ChoiceMenu } from './choice-menu.js';
import { ChoicePicker } from './choice-picker.js';
import { TextFilter } from './text-filter.js';
import styles from './filter-bar.module.css';

/** Loaded when it is needed: it brings the whole query language with it. */
const BoardQuery = lazyPart(() => import('./board-query.js').then((file) => file.BoardQuery));

interface FilterBarProps {
  readonly place: ProjectPlace;
  readonly filter: BoardFilter;
  readonly lanes: Lanes;
  readonly choices: ReturnType<typeof useFilterChoices>;
  /** The errors that the server found in the query. */
  readonly refused: FaultsOf | undefined;
  readonly onChange: (filter: BoardFilter, lanes: Lanes) => void;
}

const STATUS_CHOICES = WORK_ITEM_STATUSES.map((id) => ({
  id,
  name: STATUS_NAMES[id],
  before: <StatusMark status={id} />,
}));

const LANE_NAMES: Readonly<Record<Lanes, string>> = {
  none: 'No grouping',
  parent: 'Group by parent',
  assignee: 'Group by assignee',
};

/** Everything that chooses what the board shows. */
export function FilterBar({ place, filter, lanes, choices, refused, onChange }: FilterBarProps) {
  const [isAsking, setAsking] = useState(false);
  const hasQuery = isAsking || filter.query !== '';
  const { sprints, labels, people } = choices;
  const change = (members: Partial<BoardFilter>) => {
    onChange({ ...filter, ...members }, lanes);
  };
  const own = session.value?.user.publicId;
  // An address from somebody else can name the user by the id.
  const isMe = ({ id }: Choice) => id === own && !filter.assignee.includes(id);
  const sprint = sprints.find(({ id }) => id === filter.sprint);
  const fixed = { all: 'All work', active: 'Active Sprint', none: 'No Sprint' };
  const sprintItems: readonly MenuItem[] = [
    ...Object.entries(fixed).map(([id, name]) => ({ id, name })),
    ...sprints
      .filter(({ state }) => state !== 'done')
      .map(({ id, name }, at) => ({ id, name, ...(at === 0 && { section: 'Sprints' }) })),
  ].map((item) => ({
    ...item,
    isChecked: item.id === filter.sprint,
    onChoose: () => {
      change({ sprint: item.id });
    },
  }));
  return (
    <div class={styles.bar} role="search" aria-label="Cards of the board">
      <TextFilter
        text={filter.text}
        onText={(text) => {
          change({ text });
        }}
      />
      <ChoiceMenu
        label="Sprint"
        icon="calendar"
        name={
          Object.hasOwn(fixed, filter.sprint) ? fixed[filter.sprint as keyof typeof fixed] : (sprint?.name ?? 'Sprint')
        }
        isSet={filter.sprint !== 'all'}
        items={sprintItems}
      />
      <Switch
        isOn={filter.assignee.includes('me')}
        onChange={() => {
          change({ assignee: toggled(filter.assignee, 'me') });
        }}
      >
        Only my work
      </Switch>
      <ChoicePicker
        name="Assignee"
        chosen={filter.assignee}
        choices={personChoicesOf(people).map((choice) => ({ ...choice, id: isMe(choice) ? 'me' : choice.id }))}
        onChoose={(id) => {
          change({ assignee: toggled(filter.assignee, id) });
        }}
      />
      <ChoicePicker
        name="Label"
        chosen={filter.label}
        choices={labels.map(({ id, name, color }) => ({
          id,
          name,
          before: <span class={facts.largeDot} style={{ backgroundColor: color }} />,
        }))}
        onChoose={(id) => {
          change({ label: toggled(filter.label, id) });
        }}
      />
      {FILTERED_FIELDS.map((field) => (
        <ChoicePicker
          key={field}
          name={FIELD_NAMES[field]}
          chosen={filter[field]}
          choices={field === 'status' ? STATUS_CHOICES : wordChoicesOf(field)}
          onChoose={(id) => {
            change({ [field]: toggled(filter[field], id) });
          }}
        />
      ))}
      <button
        type="button"
        class={styles.choice}
        data-set={filter.query !== '' || undefined}
        aria-expanded={hasQuery}
        onClick={() => {
          setAsking(!hasQuery);
          if (filter.query !== '') change({ query: '' });
        }}
      >
        <Icon name="search" size={14} />
        Query
      </button>
      {isFiltered(filter) && (
        <Button
          kind="plain"
          onClick={() => {
            setAsking(false);
            onChange(filterOf(new URLSearchParams()), lanes);
          }}
        >
          Clear
        </Button>
      )}
      <span class={styles.end}>
        <ChoiceMenu
          label="Grouping"
          icon="layers"
          name={LANE_NAMES[lanes]}
          isSet={lanes !== 'none'}
          items={LANES.map((id) => ({
            id,
            name: LANE_NAMES[id],
            isChecked: id === lanes,
            onChoose: () => {
              onChange(filter, id);
            },
          }))}
        />
      </span>
      {hasQuery && (
        <Suspense fallback={<div class={styles.query} />}>
          <BoardQuery
            place={place}
            value={filter.query}
            refused={refused}
            takesFocus={isAsking}
            onChange={(query) => {
              change({ query });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
