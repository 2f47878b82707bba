import { useQueries, useQuery } from '@tanstack/preact-query';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { cardsQuery } from '../board/cards.js';
import { inPlace, moveTo, positionsUnderWay, type OrderedList } from '../board/order/moves.js';
import { moveByStep, useOrderKeys } from '../board/order/order-keys.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { useSelectionOf } from '../shell/items-in-hand.js';
import { NotFound, Refused } from '../shell/refused.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { itemChanges } from '../work-item/item-changes.js';
import { manyUnderWay, overMany } from '../bulk/overlay.js';
import { useBulk } from '../bulk/use-bulk.js';
import { useDrags } from './drag.js';
import { PlanSection } from './plan-section.js';
import { BACKLOG, plannable, sectionsOf, type Sprint } from './sections.js';
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

const queryOfSection = (id: string): string => (id === BACKLOG ? 'sprint=none&scope=open' : `sprint=${id}`);

function Plan({ place, sprints }: { readonly place: ProjectPlace; readonly sprints: readonly Sprint[] }) {
  const [switched, setSwitched] = useState<ReadonlyMap<string, boolean>>(new Map());

  const ids = [BACKLOG, ...sprints.map(({ id }) => id)];
  const isOpen = (id: string) => switched.get(id) ?? ids.indexOf(id) <= OPEN_AT_FIRST + 1;
  const opened = ids.filter(isOpen);
  const lists = useQueries({ queries: opened.map((id) => cardsQuery(place, queryOfSection(id))) });
  const isRead = useRef(false);
  isRead.current ||= lists.every(({ isPending }) => !isPending);
  const cards = lists.map(({ data }) => data?.items ?? []);
  const { underWay } = itemChanges;
  const sections = useMemo(
    () => sectionsOf(cards.map((some) => some.map((card) => inPlace(overMany(itemChanges.over(card)))))),
    [...cards, opened.length, underWay, manyUnderWay.all, positionsUnderWay.all],
  );
  const shown = useMemo(() => opened.flatMap((id) => sections.get(id) ?? []), [sections]);

  useSelectionOf(useMemo(() => shown.map(({ key }) => ({ organization: place.organization, key })), [sections]));
  const listOf = (id: string): OrderedList => ({
    name: sprints.find((sprint) => sprint.id === id)?.name ?? 'Backlog',
    cards: sections.get(id) ?? [],
  });
  const ordered = () => opened.map(listOf);
  useOrderKeys(place, ordered);
  const onOrder = (step: 'top' | 'bottom') => {
    moveByStep(place, ordered(), selected, step);
  };
  const { set, selected, selectedCards, parts } = useBulk(place.organization, shown, { isPlan: true, onOrder });
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
      {/* The sections are shown together: each one that came would move those below it. */}
      {!isRead.current && <Skeleton label="Loading the Work Items" lines={8} />}
      <div class={styles.plan} hidden={!isRead.current}>
        <div class={styles.column}>
          {sprints.map((sprint) => sectionOf(sprint.id, sprint))}
          {sprints.length === 0 && <p class={styles.none}>No Sprint is active or to come.</p>}
        </div>
        <div class={styles.column}>{sectionOf(BACKLOG, null)}</div>
      </div>
      {parts}
    </>
  );
}
