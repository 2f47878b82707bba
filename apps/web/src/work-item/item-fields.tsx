import { isWordField, type WordField } from '@worktrack/domain';
import type { ComponentChildren } from 'preact';
import { PersonAvatar } from '../shell/person-avatar.js';
import { Icon } from '../parts/icon.js';
import { fullTime } from '../shell/days.js';
import { dueState, fullDay, shownDay } from '../shell/organization-days.js';
import type { Conflict } from './changes.js';
import { ConflictBox } from './conflict-box.js';
import { FIELD_NAMES, PICKED_FIELDS, nameOfWord, type Person, type PickedField, type Values } from './fields.js';
import { opens } from './field-place.js';
import { itemChanges } from './item-changes.js';
import { LabelDot, StatusMark } from './marks.js';
import { picking } from './picking.js';
import type { ItemPlace, WorkItem } from './work-item.js';
import { WORD_MARKS } from './value-choices.js';
import { STATUS_NAMES } from './words.js';
import styles from './item-fields.module.css';

interface ItemFieldsProps {
  readonly place: ItemPlace;
  readonly item: WorkItem;
  /** Nothing can be changed. */
  readonly isFixed: boolean;
}

/** The fields of a Work Item; each is a button that opens its list. */
export function ItemFields({ place, item, isFixed }: ItemFieldsProps) {
  const conflicts = itemChanges.conflictsOf(item.id);
  return (
    <dl class={styles.fields}>
      {PICKED_FIELDS.map((field) => {
        const conflict: Conflict | undefined = conflicts[field];
        return (
          <div key={field}>
            <dt>{FIELD_NAMES[field]}</dt>
            <dd>
              {isFixed ? (
                <span class={styles.fact}>{valueOf(field, item, place.organization)}</span>
              ) : (
                <button
                  type="button"
                  class={styles.value}
                  aria-haspopup="dialog"
                  {...opens(field)}
                  onClick={({ currentTarget: at }) => {
                    picking.value = { field, item, organization: place.organization, at };
                  }}
                >
                  <span class="visually-hidden">{FIELD_NAMES[field]}: </span>
                  {valueOf(field, item, place.organization)}
                </button>
              )}
            </dd>
            {conflict && <ConflictBox conflict={conflict} organization={place.organization} />}
          </div>
        );
      })}
      <Fact name="Reporter">{item.reporter ? <Named person={item.reporter} /> : <None />}</Fact>
      <Fact name="Created">
        <time dateTime={item.createdAt}>{fullTime(item.createdAt)}</time>
      </Fact>
      <Fact name="Changed">
        <time dateTime={item.updatedAt}>{fullTime(item.updatedAt)}</time>
      </Fact>
    </dl>
  );
}

/** The text next to it says the same. */
const Mark = ({ children }: { readonly children: ComponentChildren }) => (
  <span class={styles.mark} aria-hidden="true">
    {children}
  </span>
);

const None = ({ children = 'None' }: { readonly children?: string }) => <span class={styles.none}>{children}</span>;

const Named = ({ person }: { readonly person: Person }) => (
  <>
    <PersonAvatar person={person} /> <span>{person.name}</span>
  </>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span class={styles.fact}>{children}</span>
    </dd>
  </div>
);

const valueOf = (field: PickedField, item: WorkItem, organization: string): ComponentChildren =>
  isWordField(field) ? <Word field={field} word={item[field]} /> : VALUES[field](item, organization);

const Word = <Name extends WordField>({ field, word }: { readonly field: Name; readonly word: Values[Name] }) => (
  <>
    <Mark>{WORD_MARKS[field](word)}</Mark> {nameOfWord(field, word)}
  </>
);

type Shown = (item: WorkItem, organization: string) => ComponentChildren;

const VALUES: Readonly<Record<Exclude<PickedField, WordField>, Shown>> = {
  status: ({ status }) => (
    <>
      <Mark>
        <StatusMark status={status} />
      </Mark>{' '}
      {STATUS_NAMES[status]}
    </>
  ),
  assignee: ({ assignee }) => (assignee ? <Named person={assignee} /> : <None>Nobody</None>),
  sprint: ({ sprint }) => sprint?.name ?? <None />,
  parent: ({ parent }) => (parent ? `${parent.key} ${parent.title}` : <None />),
  labels: ({ labels }) =>
    labels.length === 0 ? (
      <None />
    ) : (
      <span class={styles.labels}>
        {labels.map(({ id, name, color }) => (
          <span key={id}>
            <LabelDot color={color} /> {name}
          </span>
        ))}
      </span>
    ),
  storyPoints: ({ storyPoints }) => storyPoints ?? <None />,
  dueDate: ({ dueDate, status }, organization) =>
    dueDate === null ? <None /> : <Due dueDate={dueDate} organization={organization} isDone={status === 'done'} />,
};

interface DueProps {
  readonly dueDate: string;
  readonly organization: string;
  readonly isDone: boolean;
}

function Due({ dueDate, organization, isDone }: DueProps) {
  const state = isDone ? 'later' : dueState(organization, dueDate);
  return (
    <time class={styles.due} data-due={state} dateTime={dueDate} title={fullDay(organization, dueDate)}>
      {state === 'overdue' && <Icon name="alert" size={13} label="Overdue" />} {shownDay(organization, dueDate)}
    </time>
  );
}
