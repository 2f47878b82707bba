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

/** Looks for a text when nothing was typed for a moment; the former results stay until then. `undefined` when nothing is looked for. */
function useFound<Item>(
  text: string,
  queryOf: (q: string) => FoundQuery<Item>,
  { enabled = true, least = 0 }: Finding,
): readonly Item[] | undefined {
  const [q, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE, text.trim());
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  const isAsked = enabled && q.length >= least;
  const { data } = useQuery({ ...queryOf(q), enabled: isAsked, placeholderData: keepPreviousData });
  return isAsked ? (data?.items ?? NONE) : undefined;
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
