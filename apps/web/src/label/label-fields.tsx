import { Refusal, sentenceOf } from '../api/refusal.js';
import { ColorField } from '../parts/color-field.js';
import { Field } from '../parts/field.js';
import type { LabelContent } from './labels.js';

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
      error={error ? problemOf(error, content.name) : undefined}
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

function problemOf(error: unknown, name: string): string {
  if (error instanceof Refusal) {
    // The number of labels has a bound too, and its sentence says so.
    if (error.code === 'CONFLICT' && !/\d/.test(error.message)) {
      return `This Project has the label “${name.trim().toLowerCase()}” already.`;
    }
    const rule = error.fieldErrors.name?.[0];
    if (rule !== undefined) return `The name ${rule}.`;
  }
  return sentenceOf(error);
}
