import { useId } from 'preact/hooks';
import { COLORS, hardToSeeIn } from './colors.js';
import { Icon } from './icon.js';
import styles from './color-field.module.css';

interface ColorFieldProps {
  readonly label: string;
  /** `#rrggbb` in lower case. */
  readonly value: string;
  readonly onColor: (color: string) => void;
}

/** A colour out of twelve that are seen everywhere, or any other one; says when that is hard to see. */
export function ColorField({ label, value, onColor }: ColorFieldProps) {
  const id = useId();
  const theme = hardToSeeIn(value);
  return (
    <fieldset class={styles.field}>
      <legend>{label}</legend>
      <div class={styles.colors}>
        {COLORS.map(({ name, color }) => (
          <label key={color} class={styles.color} style={{ backgroundColor: color }} title={name}>
            <input
              type="radio"
              name={id}
              aria-label={name}
              checked={color === value}
              onChange={() => {
                onColor(color);
              }}
            />
            {color === value && <Icon name="check" />}
          </label>
        ))}
        <label class={styles.own}>
          <input
            type="color"
            value={value}
            onInput={(event) => {
              onColor(event.currentTarget.value.toLowerCase());
            }}
          />
          Another color
        </label>
      </div>
      {theme && (
        <p class={styles.warning} role="status">
          This color is hard to see in the {theme} theme. The name stands beside it everywhere.
        </p>
      )}
    </fieldset>
  );
}
