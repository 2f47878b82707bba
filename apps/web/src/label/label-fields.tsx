import { ColorField } from '../parts/color-field.js';
import { Field } from '../parts/field.js';
import { labelSentenceOf, type LabelContent } from '../work-item/new-label.js';

interface LabelFieldsProps {
  readonly content: LabelContent;
  readonly onChange: (content: LabelContent) => void;
  readonly error: unknown;
  readonly autofocus?: boolean;
}

/** The name and the colour of a label. */
export const LabelFields = ({ content, onChange, error, autofocus = false }: LabelFieldsProps) => (
  <>
    <Field
      label="Name"
      value={content.name}
      onText={(name) => {
        onChange({ ...content, name });
      }}
      maxLength={100}
      autofocus={autofocus}
      autocomplete="off"
      error={error ? labelSentenceOf(error, content.name) : undefined}
    />
    <ColorField
      label="Color"
      value={content.color}
      onColor={(color) => {
        onChange({ ...content, color });
      }}
    />
  </>
);
