import type { ComponentChildren, TargetedInputEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { limited } from './length.js';
import { LengthNote } from './length-note.js';
import styles from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'number';
  /** The bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly name?: string;
  readonly autocomplete?: 'username' | 'current-password' | 'new-password' | 'off';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly autofocus?: boolean;
  /** In characters. A longer text stays, and the form is not sent. */
  readonly maxLength?: number;
  /** The rules of the value, said before they are broken. */
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** Several lines: the height in lines of text. */
  readonly lines?: number;
}

/** A labelled text; its hint and its error belong to it for a screen reader too. */
export function Field({ label, value, onText, hint, error, lines, maxLength, type = 'text', ...rest }: FieldProps) {
  const id = useId();
  const [revealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  const line = {
    ...rest,
    id,
    ...(maxLength !== undefined && { ref: limited(value, maxLength) }),
    class: isPassword ? `${styles.input} ${styles.withButton}` : styles.input,
    value,
    'aria-invalid': error !== undefined,
    'aria-describedby': described === '' ? undefined : described,
    onInput: (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      onText(event.currentTarget.value);
    },
  };
  return (
    <div class={styles.field}>
      <label class={styles.label} for={id}>
        {label}
      </label>
      <div class={styles.control}>
        {lines !== undefined ? (
          <textarea
            {...line}
            class={`${styles.input} ${styles.text}`}
            rows={lines}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        ) : isPassword && !revealed ? (
          <input {...line} type="password" />
        ) : type === 'email' ? (
          <input {...line} type="email" />
        ) : type === 'number' ? (
          <input {...line} type="number" />
        ) : (
          <input {...line} type="text" />
        )}
        {isPassword && (
          <button
            type="button"
            class={styles.reveal}
            aria-label={`${revealed ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => {
              setRevealed(!revealed);
            }}
          >
            {revealed ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {maxLength !== undefined && !isPassword && <LengthNote text={value} most={maxLength} />}
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
