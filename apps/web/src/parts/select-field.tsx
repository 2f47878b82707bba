import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import styles from './field.module.css';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
  readonly onChoose: (value: string) => void;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

/** A labelled list of the browser; its hint and its error belong to it for a screen reader too. */
export function SelectField({ label, value, choices, onChoose, hint, error }: SelectFieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return (
    <div class={styles.field}>
      <label class={styles.label} for={id}>
        {label}
      </label>
      <select
        id={id}
        class={styles.input}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        onChange={(event) => {
          onChoose(event.currentTarget.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <div class={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p class={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
