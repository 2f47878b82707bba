import { allowedTargets, isWordField, type WordField } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import { PersonAvatar } from '../shell/person-avatar.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Picker, type Choice } from '../parts/picker.js';
import { useLabelChoices, usePeople, useSprintChoices } from './choices.js';
import { DuePicker } from './due-picker.js';
import { FIELD_NAMES, type PickedField, type Values } from './fields.js';
import { itemChanges } from './item-changes.js';
import { LabelDot, StatusMark } from './marks.js';
import { ParentPicker } from './parent-picker.js';
import { projectOf } from './item-key.js';
import { useWorkItem, type SeenItem } from './work-item.js';
import { pointChoicesOf, wordChoicesOf } from './value-choices.js';
import { STATUS_NAMES } from './words.js';

interface FieldPickerProps {
  readonly field: PickedField;
  readonly item: SeenItem;
  readonly organization: string;
  readonly onClose: () => void;
  readonly at?: HTMLElement;
  /** Takes the new value, where it is not simply set, as for several Work Items. */
  readonly onChoose?: (values: Partial<Values>) => void;
}

/** A dialog that changes a field of one Work Item, wherever the Work Item is shown. */
export function FieldPicker(props: FieldPickerProps) {
  const { field, item, organization, onClose, at } = props;
  const set = (values: Partial<Values>) => void itemChanges.set(organization, item, values);
  const { onChoose = set } = props;
  const title = `${FIELD_NAMES[field]} of ${item.key}`;
  const choices = { ...props, title, onChoose };
  const Choices = isWordField(field) ? undefined : PICKERS[field];
  return (
    <Dialog title={title} place="top" bare onClose={onClose} {...(at && { at })}>
      {isWordField(field) && <Words {...choices} field={field} />}
      {Choices && <Choices {...choices} />}
    </Dialog>
  );
}

interface ChoicesProps extends Required<Omit<FieldPickerProps, 'at'>> {
  readonly title: string;
}

const place = ({ organization, item }: ChoicesProps) => ({ organization, project: projectOf(item.key) });

/** The mark of the value that the Work Item has now. */
const current = (isCurrent: boolean) => isCurrent && { after: <Icon name="check" label="now" /> };

interface ListProps extends ChoicesProps {
  readonly choices: readonly (Choice & { readonly values: Partial<Values> })[];
  readonly onText?: (text: string) => void;
  readonly isReading?: boolean;
}

/** Chooses one value; the dialog then closes. */
const List = ({ title, field, choices, onText, isReading = false, onChoose, onClose }: ListProps) => (
  <Picker
    label={title}
    placeholder={`${FIELD_NAMES[field]} …`}
    choices={choices}
    isReading={isReading}
    {...(onText && { onText })}
    onChoose={(id) => {
      const chosen = choices.find((choice) => choice.id === id);
      onClose();
      if (chosen) onChoose(chosen.values);
    }}
  />
);

function Statuses(props: ChoicesProps) {
  const { status } = props.item;
  const targets = status ? allowedTargets(status, false) : [];
  return (
    <List
      {...props}
      choices={targets.map((id) => ({
        id,
        name: STATUS_NAMES[id],
        before: <StatusMark status={id} />,
        values: { status: id },
      }))}
    />
  );
}

const Words = (props: ChoicesProps & { readonly field: WordField }) => (
  <List
    {...props}
    choices={wordChoicesOf(props.field).map((choice) => ({
      ...choice,
      ...current(props.item[props.field] === choice.id),
    }))}
  />
);

function People(props: ChoicesProps) {
  const [text, setText] = useState('');
  const { people, isReading } = usePeople(props.organization, text);
  const { assignee } = props.item;
  return (
    <List
      {...props}
      onText={setText}
      isReading={isReading}
      choices={[
        {
          id: 'none',
          name: 'Nobody',
          before: <Icon name="x" />,
          ...current(assignee === null),
          values: { assignee: null },
        },
        ...people.map(({ publicId, name, username }) => ({
          id: publicId,
          name,
          before: <PersonAvatar person={{ publicId, name }} />,
          ...(username !== null && { words: username, after: username }),
          values: { assignee: { publicId, name, avatarUrl: null } },
        })),
      ]}
    />
  );
}

function Sprints(props: ChoicesProps) {
  const { sprints, isReading } = useSprintChoices(place(props));
  const states = { active: 'Active', future: 'Upcoming', done: 'Done' };
  const { sprint: now } = props.item;
  return (
    <List
      {...props}
      isReading={isReading}
      choices={[
        {
          id: 'none',
          name: 'No Sprint',
          before: <Icon name="x" />,
          ...current(now === null),
          values: { sprint: null },
        },
        ...sprints.map(({ id, name, state }) => ({
          id,
          name,
          group: states[state],
          before: <Icon name="calendar" />,
          ...current(now?.id === id),
          values: { sprint: { id, name, state } },
        })),
      ]}
    />
  );
}

function Points(props: ChoicesProps) {
  const [text, setText] = useState('');
  const { storyPoints: now } = props.item;
  return (
    <List
      {...props}
      onText={setText}
      choices={pointChoicesOf(text).map((choice) => ({ ...choice, ...current(now === choice.values.storyPoints) }))}
    />
  );
}

const Parents = (props: ChoicesProps) => (
  <ParentPicker
    title={props.title}
    place={place(props)}
    parent={props.item.parent ?? null}
    own={props.item.key}
    onChoose={(parent) => {
      props.onClose();
      props.onChoose({ parent });
    }}
  />
);

/** Labels are switched on and off, and the list stays open. A card knows its first ones only, so the Work Item is read. */
function Labels(props: ChoicesProps) {
  const { organization, item, title } = props;
  const { labels: all, isReading } = useLabelChoices(place(props));
  const { data, isLoading } = useWorkItem({ organization, key: item.key });
  const labels = data ? itemChanges.over(data).labels : [];
  const isOn = (id: string) => labels.some((one) => one.id === id);
  return (
    <Picker
      label={title}
      placeholder="Labels …"
      isReading={isReading || isLoading}
      choices={(data ? all : []).map(({ id, name, color }) => ({
        id,
        name,
        before: <LabelDot color={color} />,
        ...(isOn(id) && { after: <Icon name="check" label="attached" /> }),
      }))}
      onChoose={(id) => {
        const label = all.find((one) => one.id === id);
        if (!label || !data) return;
        const next = isOn(id) ? labels.filter((one) => one.id !== id) : [...labels, label];
        void itemChanges.set(organization, data, { labels: next });
      }}
    />
  );
}

const PICKERS = {
  status: Statuses,
  assignee: People,
  sprint: Sprints,
  parent: Parents,
  storyPoints: Points,
  dueDate: DuePicker,
  labels: Labels,
};
