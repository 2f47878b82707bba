import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './button.js';
import { useDiscard } from './discard.js';
import { GRIP, Grip, SHEET, isPhone, useSheet } from './sheet.js';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly place?: 'middle' | 'top' | 'side' | 'wide' | 'image';
  /** The element that it opens over and gives the focus back to. On a phone it is a sheet all the same. */
  readonly at?: HTMLElement | undefined;
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
    const placeIt = () => {
      if (dialog && at) placeAt(dialog, at, place);
    };
    placeIt();
    addEventListener('resize', placeIt);
    return () => {
      removeEventListener('resize', placeIt);
      isShown.current = false;
      // A dialog in this one would keep the focus that goes back now.
      for (const inner of dialog?.querySelectorAll('dialog') ?? []) inner.close();
      dialog?.close();
      // Some browsers do not give the focus to a button that is clicked.
      if (document.activeElement === document.body) at?.focus();
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

/** Opens over the element: from its top down or, where there is more room, from its bottom up. Always inside the window. */
function placeAt(dialog: HTMLDialogElement, element: HTMLElement, usual: string): void {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  const isSeen = width > 0 && bottom > 0 && top < innerHeight;
  dialog.dataset.place = isSeen && !isPhone() ? 'element' : usual;
  const [below, above] = [innerHeight - top, bottom];
  const isUp = below < ROOM && above > below;
  const right = innerWidth - dialog.offsetWidth - EDGE;
  for (const [name, value] of [
    ['left', `${Math.max(EDGE, Math.min(left, right))}px`],
    ['top', isUp ? 'auto' : `${Math.max(EDGE, top)}px`],
    ['bottom', isUp ? `${Math.max(EDGE, innerHeight - bottom)}px` : 'auto'],
    ['--room', `${Math.max(below, above) - EDGE}px`],
  ] as const) {
    if (dialog.dataset.place === 'element') dialog.style.setProperty(name, value);
    else dialog.style.removeProperty(name);
  }
}

/** True for a press next to the dialog, not in it. */
function isOutside({ currentTarget, target, clientX, clientY }: MouseEvent): boolean {
  if (!(currentTarget instanceof Element) || target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
