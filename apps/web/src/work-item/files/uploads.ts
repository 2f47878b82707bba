import { signal } from '@preact/signals';
import { cache } from '../../api/cache.js';
import { newIdempotencyKey } from '../../api/change.js';
import { delivered } from '../../api/delivery.js';
import { announce, warn } from '../../shell/notices.js';
import { reasonOf } from '../changes.js';
import type { Attachment } from '../item-parts.js';
import { itemKey, type ItemPlace } from '../work-item.js';
import { upload } from './attachments.js';

/** Files on their way, by the Work Item. */
export const uploads = signal<readonly { readonly id: string; readonly key: string; readonly name: string }[]>([]);

/** Reads the attachments of a Work Item again, and what tells of them. */
export const rereadAttachments = (place: ItemPlace): Promise<unknown> =>
  Promise.all(
    ['attachments', 'activity'].map((part) => cache.invalidateQueries({ queryKey: [...itemKey(place), part] })),
  );

/** One after another: a server takes a few uploads at a time. */
let last: Promise<unknown> = Promise.resolve();

/** Attaches a file, and says how it went. Resolves to `undefined` when it was refused. */
export function sendFile(place: ItemPlace, file: File): Promise<Attachment | undefined> {
  const id = newIdempotencyKey();
  uploads.value = [...uploads.peek(), { id, key: place.key, name: file.name }];
  const end = () => {
    uploads.value = uploads.peek().filter((one) => one.id !== id);
  };
  const sent = last.then(async () => {
    try {
      const attachment = await delivered(() => upload(place, file, id));
      void rereadAttachments(place).finally(end);
      announce(`${attachment.fileName} is attached.`);
      return attachment;
    } catch (reason) {
      warn(`${file.name} was not attached. ${reasonOf(reason)}`);
      end();
      return undefined;
    }
  });
  last = sent;
  return sent;
}
