import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { dataOf, api, type Schemas } from '../api/client.js';

/** Milliseconds after the last letter until the server is asked. */
const PAUSE = 150;

/** The fewest letters for which Work Items and people are looked for, where nothing is offered without a text. */
export const LEAST_LETTERS = 2;

interface Finding {
  readonly most: number;
  readonly enabled?: boolean;
  /** The fewest letters for which the server is asked. */
  readonly least?: number;
}

/** A query for some of those that a text finds. */
interface FoundQuery<Item> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<{ readonly items: readonly Item[] }>;
}

const NONE: readonly never[] = [];

/** Results of a typed text. */
interface Found<Item> {
  /** Those of the former text stay until the next ones are read. `undefined` when nothing is looked for. */
  readonly items: readonly Item[] | undefined;
  /** True until the items are those of this very text. */
  readonly isReading: boolean;
}

/** Looks for a text when nothing was typed for a moment. */
function useFound<Item>(
  text: string,
  queryOf: (q: string) => FoundQuery<Item>,
  { enabled = true, least = 0 }: Finding,
): Found<Item> {
  const wanted = text.trim();
  const [q, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE, wanted);
    return () => {
      clearTimeout(timer);
    };
  }, [wanted]);
  const isAsked = enabled && q.length >= least;
  const answer = useQuery({ ...queryOf(q), enabled: isAsked, placeholderData: keepPreviousData });
  const { data, isPlaceholderData, isFetching } = answer;
  const isOpen = q !== wanted || (isFetching && (data === undefined || isPlaceholderData));
  return {
    items: isAsked ? (data?.items ?? NONE) : undefined,
    isReading: enabled && wanted.length >= least && isOpen,
  };
}

/** The members of an Organization that a text finds, by name; without a text the first of all. */
export const peopleQuery = (organization: string, q: string, most: number) => ({
  queryKey: ['people', organization, 'found', q, most],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    dataOf(
      api.GET('/api/v1/organizations/{organizationSlug}/users', {
        params: { path: { organizationSlug: organization }, query: { limit: most, ...(q !== '' && { q }) } },
        signal,
      }),
    ),
  staleTime: 60_000,
});

/** The members of an Organization that a typed text finds. */
export const useFoundPeople = (organization: string, text: string, finding: Finding) =>
  useFound(text, (q) => peopleQuery(organization, q, finding.most), finding);

interface SomeProjects {
  readonly organization: string;
  /** The Project whose items are offered. Without one, all of the Organization are. */
  readonly project?: string;
}

/** Enough to choose from: who does not find it there types more. */
const FEW = { most: 20 };

/** The Work Items that a query finds, which is made of the typed text. */
export const useQueriedItems = (
  organization: string,
  text: string,
  queryOf: (text: string) => string,
  finding: Finding,
) =>
  useFound<Schemas['WorkItemContext']>(
    text,
    (q) => ({
      queryKey: ['found-items', organization, queryOf(q), finding.most],
      queryFn: ({ signal }) =>
        dataOf(
          api.POST('/api/v1/organizations/{organizationSlug}/work-items/search', {
            params: { path: { organizationSlug: organization } },
            body: { query: queryOf(q), limit: finding.most },
            signal,
          }),
        ),
    }),
    finding,
  );

/** The Work Items that a typed text finds. */
export const useFoundItems = ({ organization, project }: SomeProjects, text: string, finding: Finding = FEW) =>
  useFound<Schemas['WorkItemContext']>(
    text,
    (q) => ({
      queryKey: ['found-items', organization, project ?? null, q, finding.most],
      queryFn: ({ signal }) =>
        dataOf(
          api.GET('/api/v1/organizations/{organizationSlug}/work-items', {
            params: {
              path: { organizationSlug: organization },
              query: { q, limit: finding.most, ...(project !== undefined && { project: [project] }) },
            },
            signal,
          }),
        ),
    }),
    finding,
  );
