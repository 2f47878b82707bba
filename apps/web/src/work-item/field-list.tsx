import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Picker } from '../parts/picker.js';
import { useFieldChoices, type ListedField, type Chosen } from './field-choices.js';
import type { Values } from './fields.js';
import type { ValueChoice } from './value-choices.js';

interface OneValueProps {
  readonly title: string;
  readonly onChoose: (values: Partial<Values>) => void;
  readonly onClose: () => void;
}

interface ValueListProps extends OneValueProps {
  readonly choices: readonly ValueChoice[];
  readonly isReading?: boolean;
  readonly onText?: (text: string) => void;
}

/** Chooses one value; the dialog then closes. The present value changes nothing. */
export const ValueList = ({ title, choices, isReading = false, onText, onChoose, onClose }: ValueListProps) => (
  <Picker
    label={title}
    placeholder={`${title} …`}
    choices={choices}
    isReading={isReading}
    {...(onText && { onText })}
    onChoose={(id) => {
      const chosen = choices.find((choice) => choice.id === id);
      onClose();
      if (chosen && chosen.mark !== 'now') onChoose(chosen.values);
    }}
  />
);

interface FieldListProps extends OneValueProps {
  readonly field: ListedField;
  readonly place: ProjectPlace;
  readonly items: readonly Chosen[];
}

/** Chooses the value of a field for some Work Items. */
export function FieldList({ field, place, items, ...rest }: FieldListProps) {
  const [text, setText] = useState('');
  return <ValueList {...rest} {...useFieldChoices(field, place, text, items)} onText={setText} />;
}
