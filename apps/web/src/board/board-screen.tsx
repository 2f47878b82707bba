import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Refusal } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Icon } from '../parts/icon.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { useWorkLimits } from '../project/work-limits.js';
import { diagnosticsOf } from '../search/refused-query.js';
import { NewItemButton } from '../shell/new-item-button.js';
import { openNewItem, type NewItemValues } from '../shell/open.js';
import { NotFound, Refused } from '../shell/refused.js';
import { addressOf, filterOf, isFiltered, lanesOf, type BoardFilter, type Lanes } from './filter/board-filter.js';
import { useCards, useFilterChoices, useFilterValues, type Card } from './cards.js';
import { FilterBar } from './filter/filter-bar.js';
import { ShownBoard } from './shown-board.js';
import styles from './board-screen.module.css';

/** The board of a Project. */
export function BoardScreen() {
  const { organization, project } = useProjectPlace();
  return <Board key={`${organization}/${project}`} organization={organization} project={project} />;
}

const NOTHING: readonly Card[] = [];

function Board({ organization, project }: { readonly organization: string; readonly project: string }) {
  const { filter, lanes, show } = useAddress();
  const place = useMemo(() => ({ organization, project }), [organization, project]);
  const { data, error, refetch, isPlaceholderData } = useCards(place, filter);
  // The cards of a filter are not all that a limit is about.
  const { data: limits } = useWorkLimits(place, { enabled: data !== undefined && !isFiltered(filter) });
  const choices = useFilterChoices(place, data !== undefined);
  const valuesOfFilter = useFilterValues(place, filter);
  if (error instanceof Refusal && error.status === 404) return <NotFound />;
  const diagnostics = diagnosticsOf(error);
  const cards = data?.items ?? NOTHING;
  const hadCards = useRef(false);
  hadCards.current ||= cards.length > 0;
  return (
    <ProjectFrame wide filling place={place} tab="Board">
      <FilterBar
        place={place}
        filter={filter}
        lanes={lanes}
        choices={choices}
        refused={diagnostics && { text: filter.query, diagnostics }}
        onChange={show}
      />
      {error && !diagnostics && !isCurrent(data, isPlaceholderData) && (
        <Refused error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading the board" lines={8} />}
      {data && !error && cards.length === 0 && (
        <Nothing
          filter={filter}
          hadCards={hadCards.current}
          valuesOfPlace={valuesOfFilter}
          onAll={() => {
            show(filterOf(new URLSearchParams()), lanes);
          }}
        />
      )}
      {data?.truncated && (
        <p class={styles.capped} role="status">
          <Icon name="alert" size={14} /> The board shows the first {cards.length} cards. Filter it to see the others.
        </p>
      )}
      {cards.length > 0 && (
        <ShownBoard
          cards={cards}
          lanes={lanes}
          limits={isFiltered(filter) ? undefined : limits}
          place={place}
          onCreate={(status) => {
            void valuesOfFilter().then((values) => {
              openNewItem({ ...values, status });
            });
          }}
        />
      )}
    </ProjectFrame>
  );
}

const isCurrent = (data: unknown, isPlaceholder: boolean): boolean => data !== undefined && !isPlaceholder;

interface NothingProps {
  readonly filter: BoardFilter;
  /** True in the place of cards, one of which might have had the focus. */
  readonly hadCards: boolean;
  readonly valuesOfPlace: () => Promise<NewItemValues>;
  readonly onAll: () => void;
}

function Nothing({ filter, hadCards, valuesOfPlace, onAll }: NothingProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (hadCards && document.activeElement === document.body) element.current?.focus();
  }, []);
  const create = <NewItemButton valuesOfPlace={valuesOfPlace} />;
  const all = (
    <>
      <Button onClick={onAll}>Show all cards</Button>
      {create}
    </>
  );
  return (
    <div ref={element} tabIndex={-1}>
      <Empty icon="inbox" text={reasonOf(filter)} action={isFiltered(filter) ? all : create} />
    </div>
  );
}

/** The reason why there is no card. */
function reasonOf(filter: BoardFilter): string {
  if (!isFiltered(filter)) return 'This Project has no open Work Item.';
  return filter.sprint === 'active' && !isFiltered({ ...filter, sprint: 'all' })
    ? 'No Sprint is active, or the active one is empty.'
    : 'No card matches.';
}

/** The filter of the address, and a function that changes it: the board is a place that can be sent and bookmarked. */
function useAddress() {
  const { url, path, route } = useLocation();
  const search = url.split('?')[1] ?? '';
  const filter = useMemo(() => filterOf(new URLSearchParams(search)), [search]);
  const lanes = useMemo(() => lanesOf(new URLSearchParams(search)), [search]);
  const show = useCallback(
    (next: BoardFilter, by: Lanes) => {
      // In the place of the address before: "back" leaves the board, instead of taking back one letter.
      const peek = new URLSearchParams(location.search).get('peek');
      const address = addressOf(next, by);
      const panel = peek === null ? '' : `${address === '' ? '?' : '&'}peek=${peek}`;
      route(`${path}${address}${panel}`, true);
    },
    [path, route],
  );
  return { filter, lanes, show };
}
