import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { copyText } from '../parts/clipboard.js';
import { notify } from './notices.js';
import styles from './copy-line.module.css';

interface CopyLineProps {
  /** The accessible name of the text. */
  readonly label: string;
  /** The kind of the text, for a sentence: `token`. */
  readonly what: string;
  readonly text: string;
  /** True: the text is selected when it is shown. */
  readonly isSelected?: boolean;
}

/** A text that is shown only once, with a button that copies it. */
export function CopyLine({ label, what, text, isSelected = false }: CopyLineProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (isSelected) field.current?.select();
  }, []);
  const copy = async () => {
    field.current?.select();
    const isCopied = await copyText(text);
    setCopied(isCopied);
    if (isCopied) return;
    field.current?.select();
    notify(`The browser does not let this page copy. The ${what} is selected: copy it with the keyboard.`);
  };
  return (
    <div class={styles.copyLine}>
      <input ref={field} class={styles.text} readOnly value={text} aria-label={label} spellcheck={false} />
      <Button
        kind="primary"
        aria-label={`${copied ? 'Copied' : 'Copy'}: ${label}`}
        onClick={() => {
          void copy();
        }}
      >
        <Icon name={copied ? 'check' : 'copy'} /> {copied ? 'Copied' : 'Copy'}
      </Button>
      <p class="visually-hidden" role="status">
        {copied ? `The ${what} is copied.` : ''}
      </p>
    </div>
  );
}
