import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.js';
import { isPhone } from './sheet.js';

interface PickerDialogProps {
  readonly title: string;
  /** The element that it opens over and gives the focus back to. On a phone it is a sheet all the same. */
  readonly at: HTMLElement | null | undefined;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The dialog around a picker: over the field, the button or the row that it is of. */
export const PickerDialog = ({ at, ...props }: PickerDialogProps) => (
  <Dialog
    {...props}
    place="top"
    bare
    onShown={(dialog) => {
      const placeIt = () => {
        if (at) placeAt(dialog, at);
      };
      placeIt();
      addEventListener('resize', placeIt);
      return () => {
        removeEventListener('resize', placeIt);
        // Some browsers do not give the focus to a button that is clicked.
        if (document.activeElement === document.body) at?.focus();
      };
    }}
  />
);

const EDGE = 8;
/** The height that a list of choices can take, in pixels. */
const ROOM = 400;

/** Opens over the element: from its top down or, where there is more room, from its bottom up. Always inside the window. */
function placeAt(dialog: HTMLDialogElement, element: HTMLElement): void {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  const isSeen = width > 0 && bottom > 0 && top < innerHeight;
  dialog.dataset.place = isSeen && !isPhone() ? 'element' : 'top';
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
