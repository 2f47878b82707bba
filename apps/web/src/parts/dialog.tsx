import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './button.js';
import { useDiscard } from './discard.js';
import { GRIP, Grip, SHEET, useSheet } from './sheet.js';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly place?: 'middle' | 'top' | 'side' | 'wide' | 'image';
  /** Without a head the title is only spoken. */
  readonly bare?: boolean;
  /** Stays open until what it asks for is done. */
  readonly required?: boolean;
  /** True when its content keeps a draft of the text: closing does not ask. */
  readonly keepsDraft?: boolean;
  /** Called when it is open; calls what this returns when it is closed. */
  readonly onShown?: (dialog: HTMLDialogElement) => () => void;
}

/**
 * A native modal dialog, open while it is mounted; on a phone it is a sheet from the bottom. The browser keeps the focus inside and gives it
 * back.
 */
export function Dialog({ title, onClose, children, place = 'middle', bare = false, ...props }: DialogProps) {
  const { required = false, keepsDraft = false, onShown } = props;
  const element = useRef<HTMLDialogElement>(null);
  const isShown = useRef(true);
  const heading = useId();
  const isTyped = useRef(false);
  const { leave, question } = useDiscard(() => isTyped.current, onClose);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    const onClosed = dialog && onShown?.(dialog);
    return () => {
      isShown.current = false;
      // A dialog in this one would keep the focus that goes back now.
      for (const inner of dialog?.querySelectorAll('dialog') ?? []) inner.close();
      dialog?.close();
      onClosed?.();
    };
  }, []);
  const close = () => {
    if (!required) leave();
  };
  useSheet(element, close);
  const isPressedOutside = useRef(false);
  return (
    <dialog
      ref={element}
      class={`${styles.dialog} ${SHEET}`}
      data-place={place}
      {...(bare ? { 'aria-label': title } : { 'aria-labelledby': heading })}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // Some browsers close at the second Escape, whatever the page says.
        if (!isShown.current) return;
        if (required || isTyped.current) element.current?.showModal();
        close();
      }}
      onInput={({ target }) => {
        const isOwn = target instanceof Element && target.closest('dialog') === element.current;
        if (isOwn && !bare && !keepsDraft) isTyped.current = true;
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = isOutside(event);
      }}
      // Not when it is pressed: a finger would then press what is below.
      onClick={(event) => {
        if (isPressedOutside.current && isOutside(event)) close();
      }}
    >
      <Grip />
      {!bare && (
        <header class={styles.head} {...GRIP}>
          <h2 id={heading}>{title}</h2>
          {!required && <IconButton icon="x" label="Close" onClick={close} />}
        </header>
      )}
      <div class={bare ? undefined : styles.body}>{children}</div>
      {question}
    </dialog>
  );
}

/** True for a press next to the dialog, not in it. */
function isOutside({ currentTarget, target, clientX, clientY }: MouseEvent): boolean {
  if (!(currentTarget instanceof Element) || target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
