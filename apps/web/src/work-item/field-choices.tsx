import { isWordField, type WordField } from '@worktrack/domain';
import type { Schemas } from '../api/client.js';
import type { ProjectPlace } from '../api/project-place.js';
import { session } from '../api/session.js';
import { Icon } from '../parts/icon.js';
import { PersonAvatar } from '../shell/person-avatar.js';
import { usePeople, useSprintChoices } from './choices.js';
import { areEqual, type FieldName, type Person, type Values } from './fields.js';
import { useFoundItems } from './found.js';
import { TypeMark } from './marks.js';
import { pointChoicesOf, wordChoicesOf, type ValueChoice } from './value-choices.js';

/** A field with one value, which is chosen from a list. */
export type ListedField = WordField | 'assignee' | 'sprint' | 'parent' | 'storyPoints';

/** A Work Item with its present values. A new one has no key yet. */
export type Chosen = Partial<Values> & { readonly key?: string };

/** The values of a field to choose from for some Work Items of a Project; `text` is what is typed. The value that all have is marked. */
export function useFieldChoices(field: ListedField, place: ProjectPlace, text: string, items: readonly Chosen[]) {
  const isOf = (one: ListedField) => field === one;
  const { people, ...ofPeople } = usePeople(place.organization, text, isOf('assignee'));
  const { sprints, ...ofSprints } = useSprintChoices(place, isOf('sprint'));
  const { items: found = [], ...ofFound } = useFoundItems(place, text, { most: MOST_FOUND, enabled: isOf('parent') });
  const [first] = items;
  const choicesOf = (): readonly ValueChoice[] => {
    if (isWordField(field)) return wordChoicesOf(field);
    if (field === 'storyPoints') return pointChoicesOf(text);
    if (field === 'assignee') return personChoicesOf(people, first?.assignee);
    if (field === 'sprint') return sprintChoicesOf(sprints, first?.sprint);
    return parentChoicesOf(found, { parent: first?.parent, own: first?.key, isFound: !ofFound.isReading });
  };
  return {
    choices: marked(choicesOf(), items),
    isReading: ofPeople.isReading || ofSprints.isReading || ofFound.isReading,
  };
}

/** Enough to choose from: who does not find it there types more. */
const MOST_FOUND = 20;

/** The choices, with a mark at the one whose values all Work Items have now. */
export const marked = (choices: readonly ValueChoice[], items: readonly Chosen[]): readonly ValueChoice[] =>
  choices.map((choice) => ({
    ...choice,
    mark: items.length > 0 && items.every((item) => hasNow(item, choice.values)) ? 'now' : undefined,
  }));

const hasNow = (item: Chosen, values: Partial<Values>): boolean =>
  (Object.keys(values) as FieldName[]).every(
    (name) => item[name] !== undefined && areEqual(name, item[name] as never, values[name] as never),
  );

type Member = Schemas['OrganizationUser'];

/** The people to choose from: the user first, who is found by `me` too, then nobody, then all others. `now` is added where it is missing. */
export function personChoicesOf(people: readonly Member[], now?: Person | null): readonly ValueChoice[] {
  const own = session.value?.user;
  const self = people.find(({ publicId }) => publicId === own?.publicId) ?? (own && { ...own, username: null });
  const others = people.filter(({ publicId }) => publicId !== own?.publicId);
  const choices = [
    ...(self ? [choiceOf(self, 'Me')] : []),
    NOBODY,
    ...others.map((one) => choiceOf(one, one.username)),
  ];
  if (!now || choices.some(({ values }) => areEqual('assignee', values.assignee ?? null, now))) return choices;
  const missing = { id: 'now', name: now.name, before: <PersonAvatar person={now} />, values: { assignee: now } };
  return choices.toSpliced(choices.indexOf(NOBODY) + 1, 0, missing);
}

const NOBODY: ValueChoice = { id: 'none', name: 'Nobody', before: <Icon name="x" />, values: { assignee: null } };

const choiceOf = ({ publicId, name, username }: Member, after: string | null): ValueChoice => ({
  id: publicId,
  name,
  words: `${username ?? ''} ${after ?? ''}`,
  before: <PersonAvatar person={{ publicId, name }} />,
  ...(after !== null && { after }),
  values: { assignee: { publicId, name, avatarUrl: null } },
});

const STATES = { active: 'Active', future: 'Upcoming', done: 'Done' };

function sprintChoicesOf(
  sprints: readonly Schemas['Sprint'][],
  now: Values['sprint'] | undefined,
): readonly ValueChoice[] {
  const isMissing = now && sprints.every(({ id }) => id !== now.id);
  return [
    { id: 'none', name: 'No Sprint', words: 'backlog', before: <Icon name="x" />, values: { sprint: null } },
    ...(isMissing ? [now, ...sprints] : sprints).map(({ id, name, state }) => ({
      id,
      name,
      group: STATES[state],
      before: <Icon name="calendar" />,
      values: { sprint: { id, name, state } },
    })),
  ];
}

interface Family {
  readonly parent: Values['parent'] | undefined;
  /** The key of the Work Item itself, which cannot be chosen. */
  readonly own: string | undefined;
  /** True for Work Items that the typed text has found. */
  readonly isFound: boolean;
}

function parentChoicesOf(
  found: readonly Schemas['WorkItemContext'][],
  { parent, own, isFound }: Family,
): readonly ValueChoice[] {
  const isMissing = parent && found.every(({ key }) => key !== parent.key);
  const choice = (key: string, name: string, rest: Partial<ValueChoice>): ValueChoice => ({
    ...{ id: key, name, words: key, after: key, values: { parent: { key, title: name } } },
    ...rest,
  });
  return [
    { id: 'none', name: 'No parent', before: <Icon name="x" />, values: { parent: null } },
    ...(isMissing ? [choice(parent.key, parent.title, {})] : []),
    ...found
      .filter(({ key }) => key !== own)
      .map(({ key, title = '', type = 'task' }) => choice(key, title, { isFound, before: <TypeMark type={type} /> })),
  ];
}
