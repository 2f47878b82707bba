import { ColorField } from '../parts/color-field.js';
import { Field } from '../parts/field.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import type { ProjectContent } from './project-changes.js';

interface ProjectFieldsProps {
  readonly content: ProjectContent;
  readonly onChange: (content: ProjectContent) => void;
  readonly errors: ProjectErrors;
  readonly autofocus?: boolean;
}

export type ProjectErrors = Readonly<Partial<Record<keyof ProjectContent | 'key' | 'other', string>>>;

/** The name of a Project. */
export const NameField = ({ content, onChange, errors, autofocus = false }: ProjectFieldsProps) => (
  <Field
    label="Name"
    value={content.name}
    onText={(name) => {
      onChange({ ...content, name });
    }}
    maxLength={255}
    required
    autofocus={autofocus}
    autocomplete="off"
    error={errors.name}
  />
);

/** The description and the colour of a Project. */
export const LookFields = ({ content, onChange, errors }: ProjectFieldsProps) => (
  <>
    <Field
      label="Description"
      value={content.description}
      onText={(description) => {
        onChange({ ...content, description });
      }}
      lines={3}
      maxLength={10_000}
      error={errors.description}
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

const MEMBERS = { name: 'name', key: 'key', description: 'description', color: 'colour' } as const;

/** Puts the sentence of a refusal next to the field that it is about. */
export function projectErrorsOf(error: unknown): ProjectErrors {
  if (error === undefined || error === null) return {};
  if (error instanceof Refusal) {
    for (const [member, word] of Object.entries(MEMBERS)) {
      const rule = error.fieldErrors[member]?.[0];
      if (rule !== undefined) return { [member]: `The ${word} ${rule}.` };
    }
    if (error.code === 'NOT_FOUND') return { other: 'This Project does not exist any more.' };
  }
  return { other: sentenceOf(error) };
}
