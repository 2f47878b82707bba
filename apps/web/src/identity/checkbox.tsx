import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import styles from './settings.module.css';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: string;
  readonly children: ComponentChildren;
}

export function Checkbox({ checked, onChange, hint, children }: CheckboxProps) {
  const id = useId();
  return (
    <div class={styles.choice}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
      <label for={id}>{children}</label>
      {hint !== undefined && (
        <span class={styles.choiceHint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
