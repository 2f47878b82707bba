import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Picker } from '../parts/picker.js';
import { useLabelChoices } from './choices.js';
import type { ItemLabel } from './fields.js';
import { LabelDot } from './marks.js';
import { NEW_LABEL, useNewLabel } from './new-label.js';

interface LabelPickerProps {
  readonly title: string;
  readonly place: ProjectPlace;
  /** The labels that are attached; `undefined` while they are being read. */
  readonly attached: readonly { readonly id: string }[] | undefined;
  /** Attaches a label, or takes it off. */
  readonly onToggle: (label: ItemLabel) => void;
}

/** Attaches labels and takes them off: the list stays open. Administrators can create the one that is typed. */
export function LabelPicker({ title, place, attached, onToggle }: LabelPickerProps) {
  const [text, setText] = useState('');
  const ofLabels = useLabelChoices(place);
  const created = useNewLabel(place, ofLabels, text);
  const isOn = (id: string) => attached?.some((one) => one.id === id) === true;
  const choices = ofLabels.labels.map(({ id, name, color }) => ({
    id,
    name,
    before: <LabelDot color={color} />,
    mark: isOn(id) ? ('chosen' as const) : undefined,
  }));
  return (
    <Picker
      label={title}
      placeholder="Labels …"
      choices={attached ? [...choices, ...created.choices] : []}
      isReading={ofLabels.isReading || !attached}
      problem={created.problem}
      onText={setText}
      onChoose={(id) => {
        const label = ofLabels.labels.find((one) => one.id === id);
        if (label) onToggle(label);
        else if (id === NEW_LABEL) {
          void created.create().then((made) => {
            if (made) onToggle(made);
          });
        }
      }}
    />
  );
}
