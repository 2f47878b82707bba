import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.js';
import { useDiscard } from './discard.js';
import { excessOf } from './length.js';
import { LengthNote } from './length-note.js';
import { filesOnTheirWay } from './writing/new-files.js';
import { WritingField } from './writing/writing-field.js';
import styles from './text-area.module.css';

interface TextAreaProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Called by the button, and by Ctrl or ⌘ and Enter. */
  readonly onSubmit: () => void;
  /** True when the text differs from what is stored: Escape asks then. */
  readonly isChanged?: boolean;
  /** Called by the button, and by Escape. */
  readonly onCancel?: (() => void) | undefined;
  readonly submit: string;
  readonly placeholder?: string;
  readonly maxLength: number;
  readonly error?: string | undefined;
  /** The work that is done with the text: it cannot be changed meanwhile. */
  readonly busy?: string | undefined;
  readonly autofocus?: boolean;
  readonly lines?: number;
  /** As in `Markdown`, for the preview. */
  readonly breaks?: boolean;
  readonly hint?: ComponentChildren;
}

/** A text in Markdown with the button that sends it. */
export function TextArea(props: TextAreaProps) {
  const { label, text, onText, onSubmit, onCancel, submit, error, busy, maxLength, autofocus = false, hint } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!autofocus || !element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [autofocus]);
  const isTooLong = excessOf(text, maxLength) > 0;
  const [file] = filesOnTheirWay(text);
  const isDisabled = text.trim() === '' || isTooLong || busy !== undefined || file !== undefined;
  const { leave, question } = useDiscard(
    () => props.isChanged === true,
    () => onCancel?.(),
  );
  const submitText = () => {
    if (!isDisabled) onSubmit();
  };
  return (
    <form
      class={styles.form}
      data-kept
      onSubmit={(event) => {
        event.preventDefault();
        submitText();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitText();
        else if (event.key === 'Escape' && onCancel) leave();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <WritingField
        field={area}
        label={label}
        text={text}
        onText={onText}
        breaks={props.breaks ?? false}
        aria-invalid={error !== undefined || isTooLong}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        rows={props.lines ?? 3}
        placeholder={props.placeholder}
        readOnly={busy !== undefined}
      />
      <LengthNote text={text} most={maxLength} />
      {question}
      {error !== undefined && (
        <p class={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <div class={styles.foot}>
        <span class={styles.hint} role="status">
          {busy ?? (file === undefined ? hint : `${file} is being sent …`)}
        </span>
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button kind="primary" type="submit" aria-disabled={isDisabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
