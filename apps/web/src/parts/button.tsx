import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';
import styles from './button.module.css';

type Kind = 'primary' | 'secondary' | 'plain' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes {
  readonly kind?: Kind;
  readonly type?: 'button' | 'submit';
}

export function Button({ kind = 'secondary', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} class={styles.button} data-kind={kind} />;
}

interface IconButtonProps extends ButtonHTMLAttributes {
  readonly icon: IconName;
  readonly label: string;
  /** The text that a tooltip shows in place of the label, such as one with the key. */
  readonly tip?: string;
}

export function IconButton({ icon, label, tip = label, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      class={`${styles.button} ${styles.icon}`}
      data-kind="plain"
      aria-label={label}
      title={tip}
    >
      <Icon name={icon} />
    </button>
  );
}

interface LinkButtonProps {
  readonly href: string;
  readonly kind?: Kind;
  /** The browser saves what the link leads to, under this name unless the server gives it another. */
  readonly download?: string;
  /** The link opens a page of its own. */
  readonly target?: '_blank';
  /** The accessible name of a button whose content is only an icon. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function LinkButton({ kind = 'secondary', label, ...rest }: LinkButtonProps) {
  return <a {...rest} class={styles.button} data-kind={kind} aria-label={label} title={label} />;
}
