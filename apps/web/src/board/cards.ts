import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import type { WorkItemPriority, WorkItemStatus, WorkItemType } from '@worktrack/domain';
import { withKnownItems } from '../api/known-items.js';
import type { ProjectPlace } from '../api/project-place.js';
import { send } from '../api/transport.js';
import { labelsQuery, usePeople } from '../work-item/choices.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { refreshCards } from './refresh-cards.js';
import { queryOf, type BoardFilter } from './board-filter.js';

/** A Work Item as the board shows it. */
export interface Card {
  readonly id: string;
  readonly key: string;
  readonly revision: number;
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly assignee: { readonly publicId: string; readonly name: string; readonly avatarUrl: string | null } | null;
  readonly sprint: { readonly id: string; readonly name: string; readonly state: 'future' | 'active' | 'done' } | null;
  readonly parent: { readonly key: string; readonly title: string } | null;
  readonly labels: readonly { readonly id: string; readonly name: string; readonly color: string }[];
  /** All labels; `labels` are the first ones. */
  readonly labelCount: number;
  readonly storyPoints: number | null;
  readonly dueDate: string | null;
  readonly updatedAt: string;
  readonly children: { readonly total: number; readonly done: number };
  readonly comments: number;
  readonly attachments: number;
  readonly blocked: boolean;
}

export interface CardList {
  /** The `updatedAfter` of the next read. */
  readonly asOf: string;
  readonly items: readonly Card[];
  /** The ids of those that changed since `updatedAfter` and are not in this list. */
  readonly gone: readonly string[];
  /** True when there are more than the response holds. */
  readonly truncated: boolean;
}

/** The key of every list of cards of a Project in the cache. */
export const cardsKey = ({ organization, project }: ProjectPlace) => ['cards', organization, project] as const;

/** Reads the cards that a query of the address finds. */
const readCards = ({ organization, project }: ProjectPlace, query: string, signal: AbortSignal) =>
  send<CardList>('GET', `/api/organizations/${organization}/projects/${project}/cards?${query}`, { signal });

/** The cards that a filter finds. The former ones stay until the new ones are there. */
export function useCards(place: ProjectPlace, filter: BoardFilter) {
  return useQuery({ ...cardsQuery(place, queryOf(filter)), placeholderData: keepPreviousData });
}

/** The options of a query for the cards that a query of the address finds. */
export const cardsQuery = (place: ProjectPlace, query: string) => ({
  queryKey: [...cardsKey(place), query],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readCards(place, query, signal),
  meta: { refresh: refreshCards((news, signal) => readCards(place, news, signal), query) },
  structuralSharing: (before: unknown, after: unknown) =>
    withKnownItems(before as CardList | undefined, after as CardList),
});

/** The Sprints, labels and people that the filters can name. They are loaded after the cards, which are what people wait for. */
export function useFilterChoices(place: ProjectPlace, enabled: boolean) {
  const { data: sprints = [] } = useQuery({ ...sprintsQuery(place), enabled });
  const { data: labels = [] } = useQuery({ ...labelsQuery(place), enabled });
  const people = usePeople(place.organization, '', enabled);
  return { sprints, labels, people };
}
