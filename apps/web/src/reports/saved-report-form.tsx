import { useQuery } from '@tanstack/preact-query';
import { useId } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Field } from '../parts/field.js';
import { Switch } from '../parts/switch.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { type SavedReportContent } from './saved-report-changes.js';
import { MOVING_SPRINTS, isMoving } from './moving-sprints.js';
import type { ReportSettings } from './saved-reports.js';
import { SECTIONS, SECTION_NAMES, type SprintSection } from './sprint-sections.js';
import styles from './saved-report-dialog.module.css';

export const LONGEST_NAME = 100;

interface FormProps {
  readonly place: ProjectPlace;
  readonly content: SavedReportContent;
  readonly onChange: (content: SavedReportContent) => void;
  /** The Sprint that the choice must show, also where it is not among the first ones of the Project. */
  readonly sprint?: { readonly id: string; readonly name: string } | null;
  /** Sentences by member. */
  readonly errors: Readonly<Record<string, string | undefined>>;
}

/** The fields of a saved report. */
export function SavedReportFields({ place, content, onChange, sprint, errors }: FormProps) {
  const { name, settings, shared } = content;
  const set = (members: Partial<SavedReportContent>) => {
    onChange({ ...content, ...members });
  };
  const setSettings = (members: Partial<ReportSettings>) => {
    set({ settings: { ...settings, ...members } });
  };
  return (
    <>
      <Field
        label="Name"
        name="name"
        autocomplete="off"
        required
        autofocus
        maxLength={LONGEST_NAME}
        value={name}
        error={errors.name}
        onText={(text) => {
          set({ name: text });
        }}
      />
      <SprintChoice place={place} content={content} onChange={onChange} sprint={sprint ?? null} error={errors.sprint} />
      <fieldset class={styles.choices}>
        <legend>Figures in</legend>
        {(['points', 'items'] as const).map((unit) => (
          <label key={unit}>
            <input
              type="radio"
              name="unit"
              checked={settings.unit === unit}
              onChange={() => {
                setSettings({ unit });
              }}
            />
            {unit === 'points' ? 'Story points' : 'Work Items'}
          </label>
        ))}
      </fieldset>
      <fieldset class={styles.choices}>
        <legend>Sections</legend>
        {SECTIONS.map((id) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={settings.sections.includes(id)}
              onChange={(event) => {
                setSettings({ sections: withSection(settings.sections, id, event.currentTarget.checked) });
              }}
            />
            {SECTION_NAMES[id]}
          </label>
        ))}
        {settings.sections.length === 0 && (
          <p class={styles.error} role="alert">
            Choose at least one section.
          </p>
        )}
      </fieldset>
      <fieldset class={styles.choices}>
        <legend>Colors</legend>
        {(['auto', 'light', 'dark'] as const).map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              checked={settings.theme === theme}
              onChange={() => {
                setSettings({ theme });
              }}
            />
            {THEME_NAMES[theme]}
          </label>
        ))}
      </fieldset>
      <Switch
        isOn={shared}
        onChange={(isOn) => {
          set({ shared: isOn });
        }}
      >
        Everybody in the Organization may see it
      </Switch>
    </>
  );
}

export const THEME_NAMES = { auto: 'Follow the reader’s theme', light: 'Light', dark: 'Dark' } as const;

function withSection(sections: readonly SprintSection[], id: SprintSection, isChosen: boolean): SprintSection[] {
  return SECTIONS.filter((one) => (one === id ? isChosen : sections.includes(one)));
}

interface SprintChoiceProps extends Pick<FormProps, 'place' | 'content' | 'onChange'> {
  readonly sprint: { readonly id: string; readonly name: string } | null;
  readonly error: string | undefined;
}

function SprintChoice({ place, content, onChange, sprint, error }: SprintChoiceProps) {
  const id = useId();
  const { data: listed = [] } = useQuery(sprintsQuery(place));
  const isListed = isMoving(content.sprint) || listed.some((one) => one.id === content.sprint);
  const missing = isListed ? [] : [{ id: content.sprint, name: sprint?.name ?? 'This Sprint' }];
  return (
    <div class={styles.choice}>
      <label for={id}>Sprint</label>
      <select
        id={id}
        value={content.sprint}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => {
          onChange({ ...content, sprint: event.currentTarget.value });
        }}
      >
        {Object.entries(MOVING_SPRINTS).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        <optgroup label="Always this one">
          {[...missing, ...listed].map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </optgroup>
      </select>
      {error !== undefined && (
        <p class={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
