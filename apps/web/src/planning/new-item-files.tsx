import { newIdempotencyKey } from '../api/change.js';
import { delivered } from '../api/delivery.js';
import type { TextFiles } from '../parts/text-place.js';
import { withAddresses, withoutLostFiles } from '../parts/writing/new-files.js';
import { attachedAddress } from '../work-item/files/text-files.js';
import { FileImage } from '../work-item/files/text-image.js';
import { sendChange } from '../work-item/change-requests.js';
import type { ItemPlace, SeenItem } from '../work-item/work-item.js';

/** The files of the draft, by the names that stand for them. They wait in this window, also while the form is closed. */
const waiting = new Map<string, File>();

/** The files in the description of a Work Item that does not exist yet. */
export class NewItemFiles {
  readonly ofTexts: TextFiles = {
    hrefOf: () => '#',
    image: ({ id }, alt) => <FileImage file={waiting.get(id)} alt={alt} />,
    take: (file, name) => {
      waiting.set(name, file);
      return undefined;
    },
  };

  /** The description without files that were lost with their window. */
  withoutLost(description: string): string {
    return withoutLostFiles(description, (name) => waiting.has(name));
  }

  /** The names of the files in the description. */
  namesIn(description: string): readonly string[] {
    const names: string[] = [];
    withAddresses(description, (name) => {
      names.push(waiting.get(name)?.name ?? 'an image');
      return undefined;
    });
    return names;
  }

  /** Forgets the files, whose draft is gone. */
  drop(): void {
    waiting.clear();
  }

  /** The description without the files: their words stand for them. */
  without(description: string): string {
    return withAddresses(description, () => undefined);
  }

  /**
   * Attaches the files to the Work Item, which was just created, and puts them into its description. Resolves to the names of those that are not in
   * it: refused, or of an earlier visit. Says before each what is being sent. Never rejects.
   */
  async send(
    place: ItemPlace,
    created: SeenItem,
    description: string,
    onProgress: (words: string) => void,
  ): Promise<readonly string[]> {
    const missing: string[] = [];
    const addresses = new Map<string, string>();
    const names = new Map<string, string>();
    withAddresses(description, (name) => {
      names.set(name, waiting.get(name)?.name ?? 'an image');
      return undefined;
    });
    for (const [name, words] of names) {
      const file = waiting.get(name);
      const sent = addresses.size + missing.length;
      onProgress(`${created.key} is created. Sending ${words}, ${sent + 1} of ${names.size} …`);
      const address = file && (await attachedAddress(place, file));
      if (address) addresses.set(name, address);
      else missing.push(words);
    }
    if (addresses.size === 0) return missing;
    const text = withAddresses(description, (name) => addresses.get(name));
    const key = newIdempotencyKey();
    try {
      await delivered(() => sendChange(place, created, { description: text }, key));
      return missing;
    } catch {
      // Somebody has changed it already: the files are attached, and the text has their names.
      return [...names.values()];
    }
  }
}
