/** An attachment of the Work Item that has the text. */
export interface AttachmentAddress {
  readonly id: string;
  /** Pixels of an image, where the text has them. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

/** `attachment:<id>`; an image can have its size after it: `#640x480`. Files on their way have names that begin with `new-`. */
const ADDRESS =
  /^attachment:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|new-[0-9a-f]{8})(?:#([1-9]\d{0,4})x([1-9]\d{0,4}))?$/i;

/** Reads the address of an attachment in a text. Returns `undefined` for any other address. */
export function attachmentIn(href: string): AttachmentAddress | undefined {
  const [, id, width, height] = ADDRESS.exec(href) ?? [];
  if (id === undefined) return undefined;
  return {
    id: id.toLowerCase(),
    size: width === undefined ? undefined : { width: Number(width), height: Number(height) },
  };
}

/** Writes the address of an attachment for a text. */
export const attachmentAddress = ({ id, size }: AttachmentAddress): string =>
  `attachment:${id}${size ? `#${size.width}x${size.height}` : ''}`;
