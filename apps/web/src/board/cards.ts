import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/preact-query';
import { application, dataOf, type ApplicationSchemas } from '../api/client.js';
import { withKnownItems } from '../api/known-items.js';
import { LARGEST_PAGE } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { session } from '../api/session.js';
import type { NewItemValues } from '../shell/open.js';
import { labelsQuery, usePeople } from '../work-item/choices.js';
import { peopleQuery } from '../work-item/found.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { refreshCards } from './refresh-cards.js';
import { queryOf, valuesOf, type BoardFilter } from './filter/board-filter.js';

/** A Work Item as the board shows it. */
export type Card = ApplicationSchemas['Card'];

export type CardList = ApplicationSchemas['CardList'];

/** The key of every list of cards of a Project in the cache. */
export const cardsKey = ({ organization, project }: ProjectPlace) => ['cards', organization, project] as const;

/** Reads the cards that a query of the address finds. */
const readCards = (place: ProjectPlace, query: string, signal: AbortSignal) =>
  dataOf(
    application.GET('/api/organizations/{organizationSlug}/projects/{projectKey}/cards', {
      params: { path: projectPath(place) },
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
  meta: { refresh: refreshCards((news, signal) => readCards(place, news, signal), query) },
  structuralSharing: (before: unknown, after: unknown) =>
    withKnownItems(before as CardList | undefined, after as CardList),
});

/** The Sprints, labels and people that the filters can name. They are loaded after the cards, which are what people wait for. */
export function useFilterChoices(place: ProjectPlace, enabled: boolean) {
  const { data: sprints = [] } = useQuery({ ...sprintsQuery(place), enabled });
  const { data: labels = [] } = useQuery({ ...labelsQuery(place), enabled });
  const { people } = usePeople(place.organization, '', enabled);
  return { sprints, labels, people };
}

/** Returns the values that the filter gives a new Work Item, once the names are known that it can have. */
export function useFilterValues(place: ProjectPlace, filter: BoardFilter): () => Promise<NewItemValues> {
  const cache = useQueryClient();
  return async () => {
    const [sprints, labels, people] = await Promise.all([
      cache.query({ ...sprintsQuery(place), staleTime: 'static' }).catch(() => []),
      cache.query({ ...labelsQuery(place), staleTime: 'static' }).catch(() => []),
      cache.query({ ...peopleQuery(place.organization, '', LARGEST_PAGE), staleTime: 'static' }).then(
        ({ items }) => items,
        () => [],
      ),
    ]);
    return valuesOf(filter, { sprints, labels, people }, session.value?.user.publicId ?? '');
  };
}
