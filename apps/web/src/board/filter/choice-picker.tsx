import { useRef, useState } from 'preact/hooks';
import { PickerDialog } from '../../parts/picker-dialog.js';
import { Icon } from '../../parts/icon.js';
import { Picker, type Choice } from '../../parts/picker.js';
import styles from './filter-bar.module.css';

interface ChoicePickerProps {
  readonly name: string;
  readonly chosen: readonly string[];
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
}

/** Several of many. The button says which; the list opens over it. */
export function ChoicePicker({ name, chosen, choices, onChoose }: ChoicePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const names = choices.filter(({ id }) => chosen.includes(id)).map((choice) => choice.name);
  return (
    <>
      <button
        ref={button}
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
        <PickerDialog
          title={name}
          at={button.current}
          onClose={() => {
            setOpen(false);
          }}
        >
          <Picker
            label={name}
            placeholder={`${name} …`}
            choices={choices.map((choice) => ({ ...choice, mark: chosen.includes(choice.id) ? 'chosen' : undefined }))}
            onChoose={(id) => {
              setOpen(false);
              onChoose(id);
            }}
          />
        </PickerDialog>
      )}
    </>
  );
}
