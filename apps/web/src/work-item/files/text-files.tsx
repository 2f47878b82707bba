import { attachmentAddress } from '../../parts/attachment-address.js';
import type { TextFiles } from '../../parts/text-place.js';
import type { ItemPlace } from '../work-item.js';
import { attachmentPath } from './attachments.js';
import { imageHead } from './image-size.js';
import { TextImage } from './text-image.js';
import { sendFile } from './uploads.js';

/** The first bytes of a photo can hold a small copy of it before its size. */
const HEAD = 256 * 1_024;
const LARGEST_SIDE = 99_999;

/** Attaches a file. Resolves to its address in a text, with the size of an image; to `null` when it was refused. */
export async function attachedAddress(place: ItemPlace, file: File): Promise<string | null> {
  const attachment = await sendFile(place, file);
  if (!attachment) return null;
  const head = imageHead(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
  const size = head && Math.max(head.width, head.height) <= LARGEST_SIDE ? head : undefined;
  return attachmentAddress({ id: attachment.id, size });
}

/** The attachments of a Work Item in its texts. */
export const textFilesOf = (place: ItemPlace, isFixed: boolean): TextFiles => ({
  hrefOf: (id) => attachmentPath(place, id),
  image: (address, alt) => <TextImage place={place} address={address} alt={alt} />,
  ...(!isFixed && { take: (file: File) => attachedAddress(place, file) }),
});
