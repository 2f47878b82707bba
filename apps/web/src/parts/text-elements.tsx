import { useContext } from 'preact/hooks';
import { TextPlaceContext, TickContext } from './text-place.js';

/** A key in a text: a link where the page knows its address. */
export function KeyLink({ children }: { readonly children: string }) {
  const href = useContext(TextPlaceContext)?.hrefOf(children);
  return href === undefined ? <>{children}</> : <a href={href}>{children}</a>;
}

interface TaskBoxProps {
  readonly index: number;
  readonly isDone: boolean;
  readonly label: string;
}

/** The box of a task. Where it cannot be ticked it only says how the task stands. */
export function TaskBox({ index, isDone, label }: TaskBoxProps) {
  const tick = useContext(TickContext);
  return tick ? (
    <input
      type="checkbox"
      checked={isDone}
      aria-label={label}
      onChange={({ currentTarget: { checked } }) => {
        tick(index, checked);
      }}
    />
  ) : (
    <input type="checkbox" disabled checked={isDone} aria-label={isDone ? 'Done' : 'To do'} />
  );
}
