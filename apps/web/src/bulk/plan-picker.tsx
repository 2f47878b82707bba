import { allowedTargets } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { PickerDialog } from '../parts/picker-dialog.js';
import { Picker, type Choice } from '../parts/picker.js';
import { useLabelChoices } from '../work-item/choices.js';
import { DuePicker } from '../work-item/due-picker.js';
import { marked } from '../work-item/field-choices.js';
import { FieldList, ValueList } from '../work-item/field-list.js';
import { FIELD_NAMES, type ItemLabel, type PlannedField, type Values } from '../work-item/fields.js';
import { LabelDot } from '../work-item/marks.js';
import { NEW_LABEL, useNewLabel } from '../work-item/new-label.js';
import { statusChoicesOf, type ValueChoice } from '../work-item/value-choices.js';
import type { SeenItem } from '../work-item/work-item.js';
import type { ManyChange } from './many.js';

interface PlanPickerProps {
  readonly field: PlannedField;
  readonly cards: readonly SeenItem[];
  readonly place: ProjectPlace;
  readonly at: HTMLElement | undefined;
  readonly onChoose: (change: ManyChange) => void;
  readonly onClose: () => void;
}

/** Chooses a value of one field for some Work Items. */
export function PlanPicker({ field, at, onChoose, ...rest }: PlanPickerProps) {
  const { cards, onClose } = rest;
  const of = cards.length === 1 ? cards[0]?.key : `${cards.length} Work Items`;
  const title = `${FIELD_NAMES[field]} of ${of}`;
  const set = (values: Partial<Values>) => {
    onChoose({ kind: 'values', values });
  };
  return (
    <PickerDialog title={title} at={at} onClose={onClose}>
      {field === 'dueDate' && <Due {...rest} title={title} onChoose={set} />}
      {field === 'labels' && <Labels {...rest} title={title} onChoose={onChoose} />}
      {field === 'status' && <ValueList {...rest} title={title} choices={statusChoices(cards)} onChoose={set} />}
      {field !== 'dueDate' && field !== 'labels' && field !== 'status' && (
        <FieldList {...rest} title={title} field={field} items={cards} onChoose={set} />
      )}
    </PickerDialog>
  );
}

interface OfSomeProps extends Omit<PlanPickerProps, 'field' | 'at' | 'onChoose'> {
  readonly title: string;
  readonly onChoose: (values: Partial<Values>) => void;
}

function Due({ title, place, cards, onChoose, onClose }: OfSomeProps) {
  const [first] = cards;
  const dueDate = cards.every((card) => card.dueDate === first?.dueDate) ? (first?.dueDate ?? null) : null;
  const { organization } = place;
  return <DuePicker {...{ title, organization, item: { dueDate }, onChoose, onClose }} />;
}

/** The statuses that some of the Work Items can take or have, with the number of those that can take it. */
function statusChoices(cards: readonly SeenItem[]): readonly ValueChoice[] {
  const choices = new Map(cards.flatMap(({ status }) => statusChoicesOf(status)).map((one) => [one.id, one]));
  const countOf = ({ id }: ValueChoice) =>
    cards.filter(({ status }) => status && allowedTargets(status, false).some((one) => one === id)).length;
  return marked([...choices.values()], cards).flatMap((choice) => {
    const able = countOf(choice);
    if (able === 0 && !choice.mark) return [];
    return [{ ...choice, ...(able > 0 && able < cards.length && { after: `${able} of ${cards.length}` }) }];
  });
}

interface LabelsProps extends Omit<OfSomeProps, 'onChoose'> {
  readonly onChoose: (change: ManyChange) => void;
}

/** Every label can be attached; those can be taken off that some of the Work Items have, or might have. */
function Labels({ title, cards, place, onChoose, onClose }: LabelsProps) {
  const [text, setText] = useState('');
  const ofLabels = useLabelChoices(place);
  const created = useNewLabel(place, ofLabels, text);
  const { labels } = ofLabels;
  const attached = new Set(cards.flatMap((card) => (card.labels ?? []).map(({ id }) => id)));
  const isCertain = cards.every((card) => card.labels && (card.labelCount ?? 0) <= card.labels.length);
  const choice = (label: ItemLabel, isAttached: boolean): Choice & { readonly change: ManyChange } => ({
    id: `${isAttached ? 'with' : 'without'} ${label.id}`,
    name: label.name,
    group: isAttached ? 'Add' : 'Remove',
    words: isAttached ? 'attach add' : 'take off remove',
    before: <LabelDot color={label.color} />,
    change: { kind: 'label', label, isAttached },
  });
  const choices = [
    ...labels.map((label) => choice(label, true)),
    ...labels.filter(({ id }) => attached.has(id) || !isCertain).map((label) => choice(label, false)),
  ];
  const choose = (change: ManyChange) => {
    onClose();
    onChoose(change);
  };
  return (
    <Picker
      label={title}
      placeholder={`${title} …`}
      choices={[...choices, ...created.choices]}
      isReading={ofLabels.isReading}
      problem={created.problem}
      onText={setText}
      onChoose={(id) => {
        const chosen = choices.find((one) => one.id === id);
        if (chosen) choose(chosen.change);
        else if (id === NEW_LABEL) {
          void created.create().then((label) => {
            if (label) choose({ kind: 'label', label, isAttached: true });
          });
        }
      }}
    />
  );
}
