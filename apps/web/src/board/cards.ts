import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import type { WorkItemFieldViews, WorkItemStatus } from '@worktrack/domain';
import { dataOf, api } from '../api/client.js';
import { withKnownItems } from '../api/known-items.js';
import { send } from '../api/transport.js';
import { queryOf, type BoardFilter } from './board-filter.js';

/** A Work Item as the board shows it. */
export interface Card extends Omit<WorkItemFieldViews, 'description'> {
  readonly id: string;
  readonly key: string;
  readonly revision: number;
  readonly status: WorkItemStatus;
  readonly assignee: { readonly publicId: string; readonly name: string; readonly avatarUrl: string | null } | null;
  readonly sprint: { readonly id: string; readonly name: string; readonly state: 'future' | 'active' | 'done' } | null;
  readonly parent: { readonly key: string; readonly title: string } | null;
  readonly labels: readonly { readonly id: string; readonly name: string; readonly color: string }[];
  /** All labels; `labels` are the first ones. */
  readonly labelCount: number;
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

/** A Project by the names in its address. */
export interface ProjectPlace {
  readonly organization: string;
  readonly project: string;
}

/** The key of every list of cards of a Project in the cache. */
export const cardsKey = ({ organization, project }: ProjectPlace) => ['cards', organization, project] as const;

/** The path of the cards that a query finds. */
export const cardsPath = ({ organization, project }: ProjectPlace, query: string): string =>
  `/api/organizations/${organization}/projects/${project}/cards?${query}`;

/** The cards that a filter finds. The former ones stay until the new ones are there. */
export function useCards(place: ProjectPlace, filter: BoardFilter) {
  return useQuery({ ...cardsQuery(place, queryOf(filter)), placeholderData: keepPreviousData });
}

/** The options of a query for the cards that a query of the address finds. */
export const cardsQuery = (place: ProjectPlace, query: string) => ({
  queryKey: [...cardsKey(place), query],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => send<CardList>('GET', cardsPath(place, query), { signal }),
  structuralSharing: (before: unknown, after: unknown) =>
    withKnownItems(before as CardList | undefined, after as CardList),
});

/** The most items of one response of the API. */
const MOST = 100;

/** The Sprints, labels and people that the filters can name. They are loaded after the cards, which are what people wait for. */
export function useFilterChoices({ organization, project }: ProjectPlace, enabled: boolean) {
  const path = { organizationSlug: organization, projectKey: project };
  const options = { enabled, staleTime: 60_000 };
  const sprints = useQuery({
    queryKey: ['sprints', organization, project],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints', {
          params: { path, query: { limit: MOST } },
          signal,
        }),
      ),
    ...options,
  });
  const labels = useQuery({
    queryKey: ['labels', organization, project],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/labels', {
          params: { path, query: { limit: MOST } },
          signal,
        }),
      ),
    ...options,
  });
  const people = useQuery({
    queryKey: ['people', organization],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/users', {
          params: { path: { organizationSlug: organization }, query: { limit: MOST } },
          signal,
        }),
      ),
    ...options,
  });
  return {
    sprints: sprints.data?.items ?? [],
    labels: labels.data?.items ?? [],
    people: people.data?.items ?? [],
  };
}
