import { keepPreviousData, useQueries, useQuery } from '@tanstack/preact-query';
import type { NamedValue } from '@worktrack/squeakql';
import { useMemo } from 'preact/hooks';
import { useProjects } from '../project/projects.js';
import { ONE_DAY } from '../shell/days.js';
import { directoryQuery, foundItemsQuery, labelsQuery, sprintsQuery, useSettledText } from '../work-item/choices.js';

/** The operand that is being written: the name of its type, and what is typed of it. */
export interface WrittenOperand {
  readonly type: string | undefined;
  readonly typed: string;
}

interface NamesPlace {
  readonly organization: string;
  /** The Project of the query. Without one, the query is about all Projects. */
  readonly project?: string;
}

/** The Projects whose Sprints and labels are offered where the query is about all of them. */
const MOST_PROJECTS = 8;

type Values = Readonly<Record<string, readonly NamedValue[]>>;

/** Names of people, Projects, Sprints, labels and Work Items for the operand that is being written: only those are loaded. */
export function useNames({ organization, project }: NamesPlace, { type, typed }: WrittenOperand): Values {
  const ofOneProject = type === 'sprint' || type === 'label';
  const { data: all } = useProjects(organization, { enabled: type === 'project' || (ofOneProject && !project) });
  const places = useMemo(() => {
    const keys = project === undefined ? (all?.items ?? []).slice(0, MOST_PROJECTS).map(({ key }) => key) : [project];
    return keys.map((key) => ({ organization, project: key }));
  }, [organization, project, all]);
  const sprints = useQueries({
    queries: type === 'sprint' ? places.map(sprintsQuery) : [],
    combine: (results) => results.flatMap(({ data = [] }) => data),
  });
  const labels = useQueries({
    queries: type === 'label' ? places.map(labelsQuery) : [],
    combine: (results) => results.flatMap(({ data = [] }) => data),
  });
  const people = usePeopleNames(organization, type === 'user', typed);
  const items = useItemNames({ organization, ...(project !== undefined && { project }) }, type === 'key', typed);
  return useMemo(
    () => ({
      user: people,
      key: items,
      project: (all?.items ?? []).map(({ key, name }) => ({ text: key, label: name })),
      sprint: unique([...sprints].sort(byState).map(({ name }) => name)),
      label: unique(labels.map(({ name }) => name)),
      time: days(new Date()),
    }),
    [people, items, all, sprints, labels],
  );
}

const NO_NAMES: readonly NamedValue[] = [];

/** The members of an Organization; of a large one those that the text finds. */
function usePeopleNames(organization: string, enabled: boolean, typed: string): readonly NamedValue[] {
  const { data: first } = useQuery({ ...directoryQuery(organization), enabled });
  const text = useSettledText(typed);
  const isLarge = enabled && first?.page.hasMore === true && text !== '';
  const { data: found } = useQuery({
    ...directoryQuery(organization, text),
    enabled: isLarge,
    placeholderData: keepPreviousData,
  });
  const people = (isLarge ? found : first)?.items;
  return useMemo(
    () => people?.map(({ publicId, username, name }) => ({ text: username ?? publicId, label: name })) ?? NO_NAMES,
    [people],
  );
}

const LEAST_LETTERS = 2;

/** Work Items by key or by a part of their text. */
function useItemNames(place: NamesPlace, enabled: boolean, typed: string): readonly NamedValue[] {
  const text = useSettledText(typed);
  const isAsked = enabled && text.length >= LEAST_LETTERS;
  const { data } = useQuery({
    ...foundItemsQuery(place, text),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () => (isAsked ? data?.items.map(({ key, title = '' }) => ({ text: key, label: title })) : undefined) ?? NO_NAMES,
    [isAsked, data],
  );
}

const unique = (names: readonly string[]): readonly NamedValue[] => [...new Set(names)].map((text) => ({ text }));

const STATES = ['active', 'future', 'done'];

/** The active Sprint before those to come, and those before the ones that are done. */
const byState = (one: { state: string }, other: { state: string }): number =>
  STATES.indexOf(one.state) - STATES.indexOf(other.state);

/** Days in UTC, as the query language counts them. */
const days = (now: Date): readonly NamedValue[] =>
  (
    [
      ['today', 0],
      ['tomorrow', 1],
      ['in a week', 7],
      ['yesterday', -1],
      ['a week ago', -7],
    ] as const
  ).map(([label, after]) => ({
    text: new Date(now.getTime() + after * ONE_DAY).toISOString().slice(0, 10),
    label,
  }));
