import { Refusal, sentenceOf } from '../api/refusal.js';
import { Field } from '../parts/field.js';
import { SelectField } from '../parts/select-field.js';
import type { OrganizationContent } from '../organization/organization-settings.js';
import styles from '../organization/organization.module.css';

export type OrganizationErrors = Readonly<Partial<Record<keyof OrganizationContent | 'other', string>>>;

interface FieldProps {
  readonly content: OrganizationContent;
  readonly onChange: (content: OrganizationContent) => void;
  readonly errors: OrganizationErrors;
}

/** The most characters of the name of an Organization. */
export const LONGEST_NAME = 100;

export const NameField = ({ content, onChange, errors, autofocus = false }: FieldProps & { autofocus?: boolean }) => (
  <Field
    label="Name"
    value={content.name}
    onText={(name) => {
      onChange({ ...content, name });
    }}
    maxLength={LONGEST_NAME}
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

interface ZoneFieldProps<Content> {
  readonly content: Content;
  readonly onChange: (content: Content) => void;
  readonly errors: Pick<OrganizationErrors, 'timeZone'>;
}

/** The time zone of the days of an Organization. */
export const ZoneField = <Content extends Pick<OrganizationContent, 'timeZone'>>({
  content,
  onChange,
  errors,
}: ZoneFieldProps<Content>) => (
  <SelectField
    label="Time zone"
    value={content.timeZone}
    choices={zonesWith(content.timeZone).map((zone) => ({ value: zone, name: zone.replaceAll('_', ' ') }))}
    onChoose={(timeZone) => {
      onChange({ ...content, timeZone });
    }}
    hint="Due dates and Sprints begin and end by its days, for everybody."
    error={errors.timeZone}
  />
);

/** The time zone to propose. */
export const zoneOfBrowser = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zones that the browser knows, with UTC first. */
const zonesWith = (chosen: string): readonly string[] => [
  ...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')]),
];

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

const MEMBERS = { name: 'name', slug: 'slug', description: 'description', timeZone: 'time zone' } as const;

/** Puts the sentence of a refusal next to the field that it is about. */
export function organizationErrorsOf(error: unknown, slug: string): OrganizationErrors {
  if (error === undefined || error === null) return {};
  if (error instanceof Refusal) {
    for (const [member, word] of Object.entries(MEMBERS)) {
      const rule = error.fieldErrors[member]?.[0];
      if (rule !== undefined) return { [member]: `The ${word} ${rule}.` };
    }
    if (error.code === 'CONFLICT') return { slug: `The slug “${slug}” is taken. Choose another one.` };
    if (error.code === 'LIMIT_REACHED') return { other: error.message };
  }
  return { other: sentenceOf(error) };
}
