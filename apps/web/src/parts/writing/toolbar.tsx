import { useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../icon.js';
import { asCode, asLines, asLink, wrapped, type Edit, type Written } from './edits.js';
import styles from './writing.module.css';

interface Tool {
  readonly name: string;
  readonly icon: IconName;
  /** The letter that does it together with Ctrl or ⌘. */
  readonly letter?: string;
  readonly change: (written: Written) => Edit;
}

const TOOLS: readonly Tool[] = [
  { name: 'Bold', icon: 'bold', letter: 'b', change: wrapped('**') },
  { name: 'Italic', icon: 'italic', letter: 'i', change: wrapped('_') },
  { name: 'Code', icon: 'code', letter: 'e', change: asCode },
  { name: 'Link', icon: 'link', letter: 'k', change: asLink },
  { name: 'Heading', icon: 'heading', change: asLines('heading') },
  { name: 'List', icon: 'list', change: asLines('list') },
  { name: 'Checklist', icon: 'checklist', change: asLines('checklist') },
  { name: 'Quote', icon: 'quote', change: asLines('quote') },
];

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The change that a key press asks for. On a layout without Latin letters the letter is that of the physical key. */
export function changeOfKey(press: KeyboardEvent): Tool['change'] | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return undefined;
  const letter = key <= '\u007f' ? key.toLowerCase() : code.replace('Key', '').toLowerCase();
  return TOOLS.find((tool) => tool.letter === letter)?.change;
}

interface ToolbarProps {
  readonly onChange: (change: Tool['change']) => void;
  /** Takes images that the user chooses; `undefined` where the text has none. */
  readonly onFiles: ((files: readonly File[]) => void) | undefined;
  readonly isDisabled: boolean;
}

/** The tools of a text. They are one stop of Tab; the arrows lead from one to the next. */
export function Toolbar({ onChange, onFiles, isDisabled }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState(0);
  const go = (to: number) => {
    const count = bar.current?.querySelectorAll('button').length ?? TOOLS.length;
    const at = (to + count) % count;
    setCurrent(at);
    bar.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <div
      ref={bar}
      class={styles.tools}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={(event) => {
        const steps: Readonly<Record<string, number>> = {
          ArrowLeft: current - 1,
          ArrowRight: current + 1,
          Home: 0,
          End: -1,
        };
        const to = steps[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        go(to);
      }}
    >
      {TOOLS.map(({ name, icon, letter, change }, at) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          aria-disabled={isDisabled}
          title={letter === undefined ? name : `${name} (${MODIFIER} ${letter.toUpperCase()})`}
          tabIndex={at === current ? 0 : -1}
          onFocus={() => {
            setCurrent(at);
          }}
          onClick={() => {
            if (!isDisabled) onChange(change);
          }}
        >
          <Icon name={icon} />
        </button>
      ))}
      {onFiles && (
        <>
          <button
            type="button"
            aria-label="Image"
            aria-disabled={isDisabled}
            title="Image: paste or drop it, or choose a file here"
            tabIndex={current === TOOLS.length ? 0 : -1}
            onFocus={() => {
              setCurrent(TOOLS.length);
            }}
            onClick={() => {
              if (!isDisabled) chosen.current?.click();
            }}
          >
            <Icon name="image" />
          </button>
          <input
            ref={chosen}
            type="file"
            multiple
            hidden
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-label="Images for the text"
            onChange={({ currentTarget }) => {
              onFiles([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </>
      )}
    </div>
  );
}
