import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { Menu, type MenuItem } from '../../parts/menu.js';
import { Picker, type Choice } from '../../parts/picker.js';
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

interface ChoicePickerProps {
  readonly name: string;
  readonly chosen: readonly string[];
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
}

/** Several of many. The button says which; the list opens over the board. */
export function ChoicePicker({ name, chosen, choices, onChoose }: ChoicePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const names = choices.filter(({ id }) => chosen.includes(id)).map((choice) => choice.name);
  const marked = choices.map((choice): Choice => {
    if (!chosen.includes(choice.id)) return choice;
    const after: ComponentChildren = <Icon name="check" label="chosen" />;
    return { ...choice, after };
  });
  return (
    <>
      <button
        type="button"
        class={styles.choice}
        data-set={names.length > 0 || undefined}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <span class={styles.name}>
          {name}
          {names.length > 0 && `: ${names[0]}`}
          {names.length > 1 && ` +${names.length - 1}`}
        </span>
        <Icon name="chevronDown" size={13} />
      </button>
      {isOpen && (
        <Dialog
          title={name}
          place="top"
          bare
          onClose={() => {
            setOpen(false);
          }}
        >
          <Picker
            label={name}
            placeholder={`${name} …`}
            choices={marked}
            onChoose={(id) => {
              setOpen(false);
              onChoose(id);
            }}
          />
        </Dialog>
      )}
    </>
  );
}
