import { keepPreviousData, queryOptions, useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { dataOf, api, type Schemas } from '../api/client.js';

/** A Project by the names in its address. */
export interface ProjectPlace {
  readonly organization: string;
  readonly project: string;
}

/** The most items of one response of the API. */
const MOST = 100;
/** Milliseconds after the last letter until the server is asked. */
const PAUSE = 150;
const KEPT = { staleTime: 60_000 };

/** The text, when nothing was typed for a moment. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE, text.trim());
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}

/** The members of an Organization that a text finds, by name; without a text the first of all. */
export const directoryQuery = (organization: string, q = '') =>
  queryOptions({
    queryKey: ['people', organization, ...(q === '' ? [] : [q])],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/users', {
          params: {
            path: { organizationSlug: organization },
            query: { limit: MOST, ...(q !== '' && { q }) },
          },
          signal,
        }),
      ),
    ...KEPT,
  });

const useDirectory = (organization: string, q: string, enabled: boolean) =>
  useQuery({ ...directoryQuery(organization, q), enabled, placeholderData: keepPreviousData });

/** The members of an Organization: all of them, or, where there are many, those that the text finds. */
export function usePeople(organization: string, text: string): readonly Schemas['OrganizationUser'][] {
  const { data: first } = useDirectory(organization, '', true);
  const settled = useSettledText(text);
  const isLarge = first?.page.hasMore === true && settled !== '';
  const { data: found } = useDirectory(organization, settled, isLarge);
  return (isLarge ? found : first)?.items ?? [];
}

/** All pages of a list. */
async function allOf<T>(
  read: (cursor: string | undefined) => Promise<{ items: T[]; page: { nextCursor: string | null } }>,
  most: number,
): Promise<readonly T[]> {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null && items.length < most;) {
    const { items: more, page } = await read(cursor);
    items.push(...more);
    cursor = page.nextCursor;
  }
  return items;
}

const MOST_SPRINTS = 1_000;
const MOST_LABELS = 2_000;

/** All Sprints of a Project. */
export const sprintsQuery = ({ organization, project }: ProjectPlace) =>
  queryOptions({
    queryKey: ['sprints', organization, project, 'all'],
    queryFn: ({ signal }) =>
      allOf(
        (cursor) =>
          dataOf(
            api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints', {
              params: {
                path: { organizationSlug: organization, projectKey: project },
                query: { limit: MOST, ...(cursor !== undefined && { cursor }) },
              },
              signal,
            }),
          ),
        MOST_SPRINTS,
      ),
    ...KEPT,
  });

/** The Sprints of a Project to choose from: the active one, those to come, then those that are done, the last one first. */
export function useSprintChoices(place: ProjectPlace): readonly Schemas['Sprint'][] {
  const { data = [] } = useQuery(sprintsQuery(place));
  const of = (state: Schemas['Sprint']['state']) => data.filter((sprint) => sprint.state === state);
  return [...of('active'), ...of('future'), ...of('done').reverse()];
}

/** The labels of a Project by name. */
export const labelsQuery = ({ organization, project }: ProjectPlace) =>
  queryOptions({
    queryKey: ['labels', organization, project, 'all'],
    queryFn: ({ signal }) =>
      allOf(
        (cursor) =>
          dataOf(
            api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/labels', {
              params: {
                path: { organizationSlug: organization, projectKey: project },
                query: { limit: MOST, ...(cursor !== undefined && { cursor }) },
              },
              signal,
            }),
          ),
        MOST_LABELS,
      ),
    ...KEPT,
  });

/** The labels of a Project to choose from. */
export const useLabelChoices = (place: ProjectPlace): readonly Schemas['ProjectLabel'][] =>
  useQuery(labelsQuery(place)).data ?? [];

const MOST_FOUND = 20;

interface SomeProjects {
  readonly organization: string;
  /** The Project whose items are offered. Without one, all of the Organization are. */
  readonly project?: string;
}

/** Work Items that a text finds. */
export const foundItemsQuery = ({ organization, project }: SomeProjects, q: string) =>
  queryOptions({
    queryKey: ['found-items', organization, q, project ?? null],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/work-items', {
          params: {
            path: { organizationSlug: organization },
            query: { q, limit: MOST_FOUND, ...(project !== undefined && { project: [project] }) },
          },
          signal,
        }),
      ),
  });

export function useFoundItems(
  place: SomeProjects,
  text: string,
): readonly Schemas['WorkItemContextList']['items'][number][] {
  const q = useSettledText(text);
  return useQuery({ ...foundItemsQuery(place, q), placeholderData: keepPreviousData }).data?.items ?? [];
}
