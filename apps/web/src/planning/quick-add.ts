import { WORK_ITEM_FIELDS, WORK_ITEM_PRIORITIES, type WorkItemPriority } from '@worktrack/domain';

/** The signs that begin a word about something else than the title. */
export const SIGNS = ['!', '@', '#'] as const;

export type Sign = (typeof SIGNS)[number];

/** Things that a word can name. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** Another name, which is unique. */
  readonly username?: string | null;
}

/** The people and labels that a line can name. */
export interface Directory {
  readonly people: readonly Named[];
  readonly labels: readonly Named[];
}

/** A line of quick add, read. */
export interface QuickItem {
  readonly title: string;
  readonly priority: WorkItemPriority | undefined;
  readonly assignee: Named | undefined;
  readonly labels: readonly Named[];
  readonly storyPoints: number | undefined;
  /** Sentences about words that name nothing, or too many. */
  readonly problems: readonly string[];
}

const { most: MOST_POINTS } = WORK_ITEM_FIELDS.storyPoints.bounds;
const { most: LONGEST_TITLE } = WORK_ITEM_FIELDS.title.bounds;

/** Counts as the API does, in code points. */
export const isTooLong = (title: string): boolean => Array.from(title).length > LONGEST_TITLE;

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** A name as one word: white space becomes a hyphen. */
export const wordOf = ({ name, username }: Named): string => username ?? name.trim().replace(/\s+/g, '-');

const isSign = (letter: string): letter is Sign => SIGNS.some((sign) => sign === letter);

/**
 * Reads a line such as `Paint the door !high @ada #outdoors 5p`. A word that begins with a sign and names something is taken out of the
 * title. A word that names nothing is a problem and stays in the title, so that nothing is lost; a sign alone is part of the title.
 */
export function readQuickItem(line: string, { people, labels }: Directory): QuickItem {
  const title: string[] = [];
  const problems: string[] = [];
  const found = { labels: new Map<string, Named>() } as {
    priority?: WorkItemPriority;
    assignee?: Named;
    storyPoints?: number;
    readonly labels: Map<string, Named>;
  };
  for (const word of line.trim().split(/\s+/)) {
    const [sign = '', rest] = [word[0], word.slice(1)];
    const problem = rest === '' || !isSign(sign) ? take(word) : takeNamed(sign, rest);
    if (problem !== undefined) problems.push(problem);
  }

  /** A word without a sign is points or part of the title: never a problem. */
  function take(word: string): string | undefined {
    const points = /^(\d{1,6})p$/i.exec(word)?.[1];
    if (points !== undefined && Number(points) <= MOST_POINTS) found.storyPoints = Number(points);
    else title.push(word);
    return undefined;
  }

  function takeNamed(sign: Sign, name: string): string | undefined {
    const problem = { '!': takePriority, '@': takeAssignee, '#': takeLabel }[sign](name);
    if (problem !== undefined) title.push(`${sign}${name}`);
    return problem;
  }

  function takePriority(name: string): string | undefined {
    const priority = WORK_ITEM_PRIORITIES.find((one) => one === folded(name));
    if (priority === undefined) return `!${name} is no priority. There are: ${WORK_ITEM_PRIORITIES.join(', ')}.`;
    found.priority = priority;
    return undefined;
  }

  function takeAssignee(name: string): string | undefined {
    const matching = namedBy(name, people);
    if (matching.length > 1) return `@${name} are ${matching.length} people: choose one.`;
    if (!matching[0]) return `@${name} is nobody in this Organization.`;
    found.assignee = matching[0];
    return undefined;
  }

  function takeLabel(name: string): string | undefined {
    const [label] = namedBy(name, labels);
    if (!label) return `#${name} is no label of this Project.`;
    found.labels.set(label.id, label);
    return undefined;
  }

  const { priority, assignee, storyPoints } = found;
  const text = title.join(' ').trim();
  if (text === '') problems.push('The title is missing.');
  if (isTooLong(text)) problems.push(`The title is longer than ${LONGEST_TITLE} characters.`);
  return { title: text, priority, assignee, labels: [...found.labels.values()], storyPoints, problems };
}

/** Finds by the unique name, then by the whole name, then by the first word of the name. */
function namedBy(word: string, all: readonly Named[]): readonly Named[] {
  const wanted = folded(word);
  const ways: readonly ((one: Named) => boolean)[] = [
    ({ username }) => username != null && folded(username) === wanted,
    ({ name }) => folded(name.trim().replace(/\s+/g, '-')) === wanted,
    ({ name }) => folded(name.trim().split(/\s+/)[0] ?? '') === wanted,
  ];
  return ways.map((is) => all.filter(is)).find((matching) => matching.length > 0) ?? [];
}

/** The word with a sign that ends at the caret, to be completed. */
export interface OpenWord {
  readonly sign: Sign;
  readonly text: string;
  /** The place of the sign in the line. */
  readonly start: number;
}

export function openWordAt(line: string, caret: number): OpenWord | undefined {
  const start = line.slice(0, caret).search(/\S+$/);
  const sign = line[start];
  if (sign === undefined || !isSign(sign)) return undefined;
  return { sign, text: line.slice(start + 1, caret), start };
}

/** The line with the open word completed, and the caret after it. */
export function completed(line: string, { sign, start }: OpenWord, word: string): { line: string; caret: number } {
  const end = start + line.slice(start).search(/\s|$/);
  const rest = line.slice(end);
  const done = `${line.slice(0, start)}${sign}${word}`;
  const spaced = rest.startsWith(' ') ? `${done}${rest}` : `${done} ${rest}`;
  return { line: spaced, caret: done.length + 1 };
}
