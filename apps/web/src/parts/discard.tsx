import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from './button.js';
import styles from './discard.module.css';

/**
 * One way to leave what was typed. `leave` is for Escape and the like: it closes what is unchanged, and asks otherwise. `question` is shown next to the
 * text.
 */
export function useDiscard(
  isChanged: () => boolean,
  discard: () => void,
): { readonly leave: () => void; readonly question: ComponentChildren } {
  const [isAsking, setAsking] = useState(false);
  const focused = useRef<Element | null>(null);
  const keep = () => {
    setAsking(false);
    if (focused.current instanceof HTMLElement) focused.current.focus();
  };
  return {
    leave: () => {
      if (isAsking) keep();
      else if (isChanged()) {
        focused.current = document.activeElement;
        setAsking(true);
      } else discard();
    },
    question: isAsking && (
      <div
        class={styles.question}
        role="alertdialog"
        aria-label="Discard what you typed?"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          keep();
        }}
      >
        <span>Discard what you typed?</span>
        <Button
          kind="danger"
          onClick={() => {
            setAsking(false);
            discard();
          }}
        >
          Discard
        </Button>
        <Button autofocus ref={focusOf} onClick={keep}>
          Keep editing
        </Button>
      </div>
    ),
  };
}

const focusOf = (element: HTMLButtonElement | null): void => {
  element?.focus();
};
