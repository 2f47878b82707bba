import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { AttachmentAddress } from './attachment-address.js';
import { TextPlaceContext, TickContext } from './text-place.js';

/** A key in a text: a link where the page knows its address. */
export function KeyLink({ children }: { readonly children: string }) {
  const href = useContext(TextPlaceContext)?.hrefOf(children);
  return href === undefined ? <>{children}</> : <a href={href}>{children}</a>;
}

/** A mention in a text, such as `@ken`. */
export function Mention({ children }: { readonly children: string }) {
  const written = `@${children}`;
  return <>{useContext(TextPlaceContext)?.people?.mention(children.toLowerCase(), written) ?? written}</>;
}

interface AttachmentProps {
  readonly address: AttachmentAddress;
}

/** A link to an attachment, where its text has attachments. */
export function AttachmentLink({ address: { id }, children }: AttachmentProps & { children: ComponentChildren }) {
  const files = useContext(TextPlaceContext)?.files;
  if (!files || id.startsWith('new-')) return <>{children}</>;
  return (
    <a href={files.hrefOf(id)} download>
      {children}
    </a>
  );
}

/** An attachment as an image, where its text has attachments; elsewhere its words. */
export function AttachmentImage({ address, alt }: AttachmentProps & { readonly alt: string }) {
  return <>{useContext(TextPlaceContext)?.files?.image(address, alt) ?? alt}</>;
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
