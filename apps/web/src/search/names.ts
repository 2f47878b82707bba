import { useQueries } from '@tanstack/preact-query';
import type { NamedValue } from '@worktrack/squeakql';
import { useMemo } from 'preact/hooks';
import { useProjects } from '../project/projects.js';
import { labelsQuery, usePeople } from '../work-item/choices.js';
import { dayAfter } from '../work-item/due-days.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { LEAST_LETTERS, useFoundItems } from '../work-item/found.js';

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
const MOST_ITEMS = 20;

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
  const { people } = usePeople(organization, typed, type === 'user');
  const { items } = useFoundItems({ organization, ...(project !== undefined && { project }) }, typed, {
    most: MOST_ITEMS,
    enabled: type === 'key',
    least: LEAST_LETTERS,
  });
  return useMemo(
    () => ({
      user: people.map(({ publicId, username, name }) => ({ text: username ?? publicId, label: name })),
      key: (items ?? []).map(({ key, title = '' }) => ({ text: key, label: title })),
      project: (all?.items ?? []).map(({ key, name }) => ({ text: key, label: name })),
      sprint: unique([...sprints].sort(byState).map(({ name }) => name)),
      label: unique(labels.map(({ name }) => name)),
      time: days(organization),
    }),
    [people, items, all, sprints, labels, organization],
  );
}

const unique = (names: readonly string[]): readonly NamedValue[] => [...new Set(names)].map((text) => ({ text }));

const STATES = ['active', 'future', 'done'];

/** The active Sprint before those to come, and those before the ones that are done. */
const byState = (one: { state: string }, other: { state: string }): number =>
  STATES.indexOf(one.state) - STATES.indexOf(other.state);

/** Days of the Organization, as the query language counts them. */
const days = (organization: string): readonly NamedValue[] =>
  (
    [
      ['today', 0],
      ['tomorrow', 1],
      ['in a week', 7],
      ['yesterday', -1],
      ['a week ago', -7],
    ] as const
  ).map(([label, count]) => ({ text: dayAfter(organization, count), label }));
