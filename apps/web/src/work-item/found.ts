import { keepPreviousData, queryOptions, useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { dataOf, api, type Schemas } from '../api/client.js';
import { LARGEST_PAGE } from '../api/pages.js';

/** Milliseconds after the last letter until the server is asked. */
const PAUSE = 150;

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

/** The fewest letters of a text that finds something where nothing is offered without a text. */
export const LEAST_LETTERS = 2;

interface Finding {
  readonly enabled?: boolean;
  /** The fewest letters for which the server is asked. */
  readonly least?: number;
  readonly most?: number;
}

/** The members of an Organization that a text finds, by name; without a text the first of all. */
export const peopleQuery = (organization: string, q: string, most: number) =>
  queryOptions({
    queryKey: ['people', organization, 'found', q, most],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/users', {
          params: { path: { organizationSlug: organization }, query: { limit: most, ...(q !== '' && { q }) } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

const NOBODY: readonly Schemas['OrganizationUser'][] = [];

/** The response of `peopleQuery`, while it is asked for. The former one stays until it is there. */
function useDirectory(organization: string, q: string, most: number, enabled: boolean) {
  const { data } = useQuery({ ...peopleQuery(organization, q, most), enabled, placeholderData: keepPreviousData });
  return enabled ? data : undefined;
}

/** The members of an Organization that a typed text finds. */
export function useFoundPeople(
  organization: string,
  text: string,
  { enabled = true, least = 0, most = LARGEST_PAGE }: Finding = {},
): readonly Schemas['OrganizationUser'][] {
  const q = useSettledText(text);
  return useDirectory(organization, q, most, enabled && q.length >= least)?.items ?? NOBODY;
}

/** The members of an Organization: all of them, or, where there are many, those that the text finds. */
export function usePeople(
  organization: string,
  text: string,
  { enabled = true }: Pick<Finding, 'enabled'> = {},
): readonly Schemas['OrganizationUser'][] {
  const first = useDirectory(organization, '', LARGEST_PAGE, enabled);
  const q = useSettledText(text);
  const isLarge = enabled && first?.page.hasMore === true && q !== '';
  const found = useDirectory(organization, q, LARGEST_PAGE, isLarge);
  return (isLarge ? found : first)?.items ?? NOBODY;
}

interface SomeProjects {
  readonly organization: string;
  /** The Project whose items are offered. Without one, all of the Organization are. */
  readonly project?: string;
}

const MOST_FOUND = 20;

type FoundItem = Schemas['WorkItemContextList']['items'][number];

const NO_ITEMS: readonly FoundItem[] = [];

/** The Work Items that a typed text finds. */
export function useFoundItems(
  { organization, project }: SomeProjects,
  text: string,
  { enabled = true, least = 0, most = MOST_FOUND }: Finding = {},
): readonly FoundItem[] {
  const q = useSettledText(text);
  const isAsked = enabled && q.length >= least;
  const { data } = useQuery({
    queryKey: ['found-items', organization, project ?? null, q, most],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/work-items', {
          params: {
            path: { organizationSlug: organization },
            query: { q, limit: most, ...(project !== undefined && { project: [project] }) },
          },
          signal,
        }),
      ),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (isAsked && data?.items) || NO_ITEMS;
}
