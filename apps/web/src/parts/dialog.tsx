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
  /** The element at which it opens, where the window is wide enough. */
  readonly at?: HTMLElement;
  /** Without a head the title is only spoken. */
  readonly bare?: boolean;
  /** Stays open until what it asks for is done. */
  readonly required?: boolean;
  /** True when its content keeps a draft of the text: closing does not ask. */
  readonly keepsDraft?: boolean;
}

/**
 * A native modal dialog, open while it is mounted; on a phone it is a sheet from the bottom. The browser keeps the focus inside and gives it
 * back.
 */
export function Dialog({ title, onClose, children, place = 'middle', bare = false, ...props }: DialogProps) {
  const { required = false, keepsDraft = false, at } = props;
  const element = useRef<HTMLDialogElement>(null);
  const isShown = useRef(true);
  const heading = useId();
  const isTyped = useRef(false);
  const { leave, question } = useDiscard(() => isTyped.current, onClose);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    if (dialog && at) placeAt(dialog, at);
    return () => {
      isShown.current = false;
      // A dialog in this one would keep the focus that goes back now.
      for (const inner of dialog?.querySelectorAll('dialog') ?? []) inner.close();
      dialog?.close();
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

const EDGE = 8;
/** The height that a list of choices can take, in pixels. */
const ROOM = 400;

/** Opens below the element, or higher where there is no room. A narrow window shows the dialog where it usually is. */
function placeAt(dialog: HTMLDialogElement, element: HTMLElement): void {
  if (!matchMedia('(min-width: 45em)').matches) return;
  const { left, top } = element.getBoundingClientRect();
  dialog.dataset.place = 'element';
  dialog.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - dialog.offsetWidth - EDGE))}px`;
  dialog.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - ROOM - EDGE))}px`;
}

/** True for a press next to the dialog, not in it. */
function isOutside({ currentTarget, target, clientX, clientY }: MouseEvent): boolean {
  if (!(currentTarget instanceof Element) || target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
