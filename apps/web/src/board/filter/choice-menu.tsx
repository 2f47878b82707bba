import { Icon, type IconName } from '../../parts/icon.js';
import { Menu, type MenuItem } from '../../parts/menu.js';
import styles from './filter-bar.module.css';

interface ChoiceMenuProps {
  readonly label: string;
  readonly icon: IconName;
  /** The present value. */
  readonly name: string;
  readonly isSet: boolean;
  readonly items: readonly MenuItem[];
}

/** One of a few. The button shows the present one. */
export const ChoiceMenu = ({ label, icon, name, isSet, items }: ChoiceMenuProps) => (
  <Menu
    label={label}
    items={items}
    trigger={(trigger) => (
      <button type="button" class={styles.choice} data-set={isSet || undefined} {...trigger}>
        <Icon name={icon} size={14} />
        <span class="visually-hidden">{label}: </span>
        <span class={styles.name} title={name}>
          {name}
        </span>
        <Icon name="chevronDown" size={13} />
      </button>
    )}
  />
);
