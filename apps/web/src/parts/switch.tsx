import type { ComponentChildren } from 'preact';
import styles from './switch.module.css';

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

export const Switch = ({ isOn, onChange, children }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    class={styles.switch}
    aria-checked={isOn}
    onClick={() => {
      onChange(!isOn);
    }}
  >
    <span class={styles.track} />
    {children}
  </button>
);
