import { useQueries, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useMemo, useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { cardsQuery, type Card } from '../board/cards.js';
import { inPlace, moveTo, positionsUnderWay, type OrderedList } from '../board/order/moves.js';
import { moveByStep, useOrderKeys } from '../board/order/order-keys.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { useCommands } from '../shell/commands.js';
import { hasItemsInHand, itemsInHand, selection, useSelectionOf } from '../shell/items-in-hand.js';
import { useSelectionKeys } from '../shell/list-keys.js';
import { NotFound, Refused } from '../shell/refused.js';
import type { PlannedField } from '../work-item/fields.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { itemChanges } from '../work-item/item-changes.js';
import { manyUnderWay, overMany } from './bulk.js';
import { useDrags } from './drag.js';
import type { ManyChange } from './many.js';
import { OutcomeDialog } from './outcome-dialog.js';
import { PlanPicker } from './plan-picker.js';
import { PlanSection } from './plan-section.js';
import { Planner, type Outcome } from './planner.js';
import { BACKLOG, plannable, sectionsOf, type Sprint } from './sections.js';
import { SelectionBar } from './selection-bar.js';
import { CreateSprintButton, SprintActions } from './sprint-actions.js';
import styles from './planning.module.css';

/** Backlog and Sprints of a Project side by side. */
export function BacklogScreen() {
  const { organization, project } = useProjectPlace();
  return <Backlog key={`${organization}/${project}`} organization={organization} project={project} />;
}

function Backlog({ organization, project }: ProjectPlace) {
  const place = useMemo(() => ({ organization, project }), [organization, project]);
  const { data, error, refetch } = useQuery(sprintsQuery(place));
  if (error instanceof Refusal && error.status === 404) return <NotFound />;
  return (
    <ProjectFrame wide place={place} tab="Backlog" actions={<CreateSprintButton place={place} />}>
      {error && !data && <Refused error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Loading the Sprints" lines={8} />}
      {data && <Plan place={place} sprints={plannable(data)} />}
    </ProjectFrame>
  );
}

/** The number of future Sprints that are open at first; the others are read when they are opened. */
const OPEN_AT_FIRST = 3;

/** The keys of one Work Item are those of all screens. */
const areSeveral = (): boolean => selection.peek().length > 1;

const queryOfSection = (id: string): string => (id === BACKLOG ? 'sprint=none&scope=open' : `sprint=${id}`);

function Plan({ place, sprints }: { readonly place: ProjectPlace; readonly sprints: readonly Sprint[] }) {
  const cache = useQueryClient();
  const [switched, setSwitched] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [outcome, setOutcome] = useState<Outcome>();
  const [picking, setPicking] = useState<{ readonly field: PlannedField; readonly cards: readonly Card[] }>();
  const planner = useMemo(() => new Planner(cache, place, setOutcome), [cache, place]);

  const ids = [BACKLOG, ...sprints.map(({ id }) => id)];
  const isOpen = (id: string) => switched.get(id) ?? ids.indexOf(id) <= OPEN_AT_FIRST + 1;
  const opened = ids.filter(isOpen);
  const lists = useQueries({ queries: opened.map((id) => cardsQuery(place, queryOfSection(id))) });
  const cards = lists.map(({ data }) => data?.items ?? []);
  const { underWay } = itemChanges;
  const sections = useMemo(
    () => sectionsOf(cards.map((some) => some.map((card) => inPlace(overMany(itemChanges.over(card)))))),
    [...cards, opened.length, underWay, manyUnderWay.all, positionsUnderWay.all],
  );
  const shown = opened.flatMap((id) => sections.get(id) ?? []);
  const inHand = (): readonly Card[] => {
    const keys = new Set(itemsInHand().map(({ key }) => key));
    return shown.filter(({ key }) => keys.has(key));
  };

  useSelectionKeys();
  useSelectionOf(useMemo(() => shown.map(({ key }) => ({ organization: place.organization, key })), [sections]));
  const selected = new Set(selection.value.map(({ key }) => key));
  const selectedCards = shown.filter(({ key }) => selected.has(key));

  const pick = (field: PlannedField, holds = hasItemsInHand) => ({
    holds,
    run: () => {
      const some = inHand();
      if (some.length > 0) setPicking({ field, cards: some });
    },
  });
  useCommands(
    [
      { id: 'plan sprint', ...pick('sprint') },
      { id: 'plan priority', ...pick('priority') },
      { id: 'plan assignee', ...pick('assignee') },
      { id: 'plan estimate', ...pick('storyPoints') },
      { id: 'plan status', ...pick('status', areSeveral) },
      { id: 'plan labels', ...pick('labels', areSeveral) },
      { id: 'plan due date', ...pick('dueDate', areSeveral) },
    ],
    [sections],
  );
  const set = (some: readonly Card[], change: ManyChange) => {
    void planner.set(some, change);
  };
  const listOf = (id: string): OrderedList => ({
    name: sprints.find((sprint) => sprint.id === id)?.name ?? 'Backlog',
    cards: sections.get(id) ?? [],
  });
  const ordered = () => opened.map(listOf);
  useOrderKeys(place, ordered);
  useDrags((key, section, at) => {
    const moved = selected.has(key) ? selectedCards : shown.filter((card) => card.key === key);
    if (at) moveTo(place, listOf(section), moved, at);
    const sprint = sprints.find(({ id }) => id === section);
    const target = sprint ? { id: sprint.id, name: sprint.name, state: sprint.state } : null;
    set(
      moved.filter((card) => (card.sprint?.id ?? BACKLOG) !== section),
      { kind: 'values', values: { sprint: target } },
    );
  });

  const sectionOf = (id: string, sprint: Sprint | null) => {
    const list = lists[opened.indexOf(id)];
    return (
      <PlanSection
        key={id}
        place={place}
        sprint={sprint}
        cards={sections.get(id) ?? []}
        selected={selected}
        isOpen={isOpen(id)}
        onOpen={(open) => {
          setSwitched(new Map(switched).set(id, open));
        }}
        isLoading={list?.isPending ?? false}
        isTruncated={list?.data?.truncated ?? false}
        error={list?.data ? null : list?.error}
        onRetry={() => void list?.refetch()}
        actions={sprint && <SprintActions place={place} sprint={sprint} sprints={sprints} />}
      />
    );
  };

  return (
    <>
      <div class={styles.plan}>
        <div class={styles.column}>
          {sprints.map((sprint) => sectionOf(sprint.id, sprint))}
          {sprints.length === 0 && <p class={styles.none}>No Sprint is active or to come.</p>}
        </div>
        <div class={styles.column}>{sectionOf(BACKLOG, null)}</div>
      </div>
      {selectedCards.length > 0 && (
        <SelectionBar
          cards={selectedCards}
          onPick={(field) => {
            setPicking({ field, cards: selectedCards });
          }}
          onOrder={(step) => {
            moveByStep(place, ordered(), selected, step);
          }}
        />
      )}
      {picking && (
        <PlanPicker
          {...picking}
          place={place}
          sprints={sprints}
          onChoose={(change) => {
            set(picking.cards, change);
          }}
          onClose={() => {
            setPicking(undefined);
          }}
        />
      )}
      {outcome && (
        <OutcomeDialog
          organization={place.organization}
          outcome={outcome}
          onAgain={() => {
            setOutcome(undefined);
            const refused = outcome.results.filter(({ reason }) => reason !== undefined);
            planner.again(
              refused.map(({ card }) => card),
              outcome.change,
            );
          }}
          onClose={() => {
            setOutcome(undefined);
          }}
        />
      )}
    </>
  );
}
