import { Refusal, sentenceOf } from '../api/refusal.js';
import { Field } from '../parts/field.js';
import type { OrganizationContent } from './organization-settings.js';
import styles from './settings-screen.module.css';

export type OrganizationErrors = Readonly<Partial<Record<keyof OrganizationContent | 'other', string>>>;

interface FieldProps {
  readonly content: OrganizationContent;
  readonly onChange: (content: OrganizationContent) => void;
  readonly errors: OrganizationErrors;
}

export const NameField = ({ content, onChange, errors, autofocus = false }: FieldProps & { autofocus?: boolean }) => (
  <Field
    label="Name"
    value={content.name}
    onText={(name) => {
      onChange({ ...content, name });
    }}
    maxLength={100}
    required
    autofocus={autofocus}
    autocomplete="off"
    error={errors.name}
  />
);

export const DescriptionField = ({ content, onChange, errors }: FieldProps) => (
  <Field
    label="Description"
    value={content.description}
    onText={(description) => {
      onChange({ ...content, description });
    }}
    lines={3}
    maxLength={2_000}
    error={errors.description}
  />
);

/** The longest slug that an Organization can be given. */
export const LONGEST_SLUG = 50;

/** The address that a slug makes, and the rule of slugs. */
export const SlugHint = ({ slug }: { readonly slug: string }) => (
  <>
    <span class={styles.address}>
      {location.host}/o/<strong>{slug === '' ? '…' : slug}</strong>
    </span>
    {SLUG_RULE}
  </>
);

/** The rule of a slug in words. */
export const SLUG_RULE = `2 to ${LONGEST_SLUG} of a to z, 0 to 9 and hyphens, with no hyphen at either end.`;

const MEMBERS = ['name', 'slug', 'description'] as const;

/** Puts the sentence of a refusal next to the field that it is about. */
export function organizationErrorsOf(error: unknown, slug: string): OrganizationErrors {
  if (error === undefined || error === null) return {};
  if (error instanceof Refusal) {
    for (const member of MEMBERS) {
      const rule = error.fieldErrors[member]?.[0];
      if (rule !== undefined) return { [member]: `The ${member} ${rule}.` };
    }
    if (error.code === 'CONFLICT') return { slug: `The slug “${slug}” is taken. Choose another one.` };
    if (error.code === 'LIMIT_REACHED') return { other: error.message };
  }
  return { other: sentenceOf(error) };
}
