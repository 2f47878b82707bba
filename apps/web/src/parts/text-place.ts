import { createContext, type ComponentChildren } from 'preact';
import type { AttachmentAddress } from './attachment-address.js';
import type { Choice } from './listbox.js';

/** Things that the texts of a place can lead to. */
export interface TextPlace {
  /** The address of what has this key, such as `WEB-12`; `undefined` for a word that only looks like one. */
  readonly hrefOf: (key: string) => string | undefined;
  /** The attachments that texts show and link; `undefined` where there are none. */
  readonly files?: TextFiles;
  /** The people that texts mention. */
  readonly people?: TextPeople;
}

/** The people of a place. */
export interface TextPeople {
  /** A hook: those whom a text finds by name or username, each with the username as its id; none without a text. */
  readonly useFound: (text: string | undefined) => readonly Choice[];
  /** Shows a mention, as a link where somebody has the username. */
  readonly mention: (username: string, written: string) => ComponentChildren;
}

/** The attachments of the one Work Item that has the texts. */
export interface TextFiles {
  /** Where an attachment is downloaded. */
  readonly hrefOf: (id: string) => string;
  readonly image: (address: AttachmentAddress, alt: string) => ComponentChildren;
  /**
   * Attaches a file, for which `name` stands in the text meanwhile. Resolves to its address in the text, and to `null` where it was refused and
   * the user knows why. Returns `undefined` where that is later the task of the place. Absent where nothing can be attached.
   */
  readonly take?: (file: File, name: string) => Promise<string | null> | undefined;
}

export const TextPlaceContext = createContext<TextPlace | undefined>(undefined);

/** Ticks a task of the text, by its number; `undefined` where nobody can. */
export const TickContext = createContext<((index: number, isDone: boolean) => void) | undefined>(undefined);
