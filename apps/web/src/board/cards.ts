import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { api, application, dataOf, type ApplicationSchemas } from '../api/client.js';
import { withKnownItems } from '../api/known-items.js';
import { queryOf, type BoardFilter } from './board-filter.js';

/** A Work Item as the board shows it. */
export type Card = ApplicationSchemas['Card'];

export type CardList = ApplicationSchemas['CardList'];

/** A Project by the names in its address. */
export interface ProjectPlace {
  readonly organization: string;
  readonly project: string;
}

/** The key of every list of cards of a Project in the cache. */
export const cardsKey = ({ organization, project }: ProjectPlace) => ['cards', organization, project] as const;

/** Reads the cards that a query of the address finds. */
export const readCards = ({ organization, project }: ProjectPlace, query: string, signal: AbortSignal) =>
  dataOf(
    application.GET('/api/organizations/{organizationSlug}/projects/{projectKey}/cards', {
      params: { path: { organizationSlug: organization, projectKey: project } },
      querySerializer: () => query,
      signal,
    }),
  );

/** The cards that a filter finds. The former ones stay until the new ones are there. */
export function useCards(place: ProjectPlace, filter: BoardFilter) {
  return useQuery({ ...cardsQuery(place, queryOf(filter)), placeholderData: keepPreviousData });
}

/** The options of a query for the cards that a query of the address finds. */
export const cardsQuery = (place: ProjectPlace, query: string) => ({
  queryKey: [...cardsKey(place), query],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readCards(place, query, signal),
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
