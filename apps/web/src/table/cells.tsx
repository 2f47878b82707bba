import type { ViewColumn } from '@worktrack/domain';
import type { ComponentChildren } from 'preact';
import { ago, fullTime } from '../shell/days.js';
import { shownDay } from '../shell/organization-days.js';
import { PersonAvatar } from '../shell/person-avatar.js';
import type { Person } from '../work-item/fields.js';
import { Due } from '../work-item/due.js';
import { LabelDot, PriorityMark, StatusMark, TypeMark } from '../work-item/marks.js';
import { projectOf } from '../work-item/item-key.js';
import { STATUS_NAMES, WORD_NAMES } from '../work-item/words.js';
import type { TableItem } from './table-item.js';
import styles from './table.module.css';

interface MarkedProps {
  readonly mark: ComponentChildren;
  readonly text: string;
}

/** A mark with its text, which is the one of both that is spoken. */
const Marked = ({ mark, text }: MarkedProps) => (
  <>
    <span class={styles.mark} aria-hidden="true">
      {mark}
    </span>
    <span class={styles.text} title={text}>
      {text}
    </span>
  </>
);

const personOf = (person: Person | null | undefined) =>
  person && <Marked mark={<PersonAvatar person={person} />} text={person.name} />;

const timeOf = (instant: string | undefined) =>
  instant !== undefined && (
    <time dateTime={instant} title={fullTime(instant)}>
      {ago(instant)}
    </time>
  );

const text = (value: string | undefined) => (
  <span class={styles.text} title={value}>
    {value}
  </span>
);

type Shown = (item: TableItem, organization: string) => ComponentChildren;

/** The content of the cells of each column; nothing where the Work Item has no value. */
export const CELLS: Readonly<Record<Exclude<ViewColumn, 'title'>, Shown>> = {
  key: ({ key }) => key,
  type: ({ type }) => type && <Marked mark={<TypeMark type={type} />} text={WORD_NAMES.type[type]} />,
  status: ({ status }) => status && <Marked mark={<StatusMark status={status} />} text={STATUS_NAMES[status]} />,
  priority: ({ priority }) =>
    priority && <Marked mark={<PriorityMark priority={priority} />} text={WORD_NAMES.priority[priority]} />,
  assignee: ({ assignee }) => personOf(assignee),
  reporter: ({ reporter }) => personOf(reporter),
  sprint: ({ sprint }) => sprint && text(sprint.name),
  parent: ({ parent }) => parent && text(`${parent.key} ${parent.title}`),
  labels: ({ labels = [] }) => labels.length > 0 && <Labels labels={labels} />,
  storyPoints: ({ storyPoints }) => storyPoints,
  dueDate: ({ dueDate, status }, organization) =>
    dueDate &&
    (status === 'done' ? (
      <time dateTime={dueDate}>{shownDay(organization, dueDate)}</time>
    ) : (
      <Due dueDate={dueDate} organization={organization} />
    )),
  project: ({ key, project }) => text(project?.name ?? projectOf(key)),
  createdAt: ({ createdAt }) => timeOf(createdAt),
  updatedAt: ({ updatedAt }) => timeOf(updatedAt),
};

/** The labels that one line has room for. */
const MOST_LABELS = 2;

function Labels({ labels }: { readonly labels: NonNullable<TableItem['labels']> }) {
  const names = labels.map(({ name }) => name).join(', ');
  const hidden = labels.length - MOST_LABELS;
  return (
    <span class={styles.labels} title={names}>
      {labels.slice(0, MOST_LABELS).map(({ id, name, color }) => (
        <span key={id} class={styles.label}>
          <LabelDot color={color} /> {name}
        </span>
      ))}
      {hidden > 0 && <span>+{hidden}</span>}
    </span>
  );
}
