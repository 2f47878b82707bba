import { createContext } from 'preact';

/** Things that the texts of a place can lead to. */
export interface TextPlace {
  /** The address of what has this key, such as `WEB-12`; `undefined` for a word that only looks like one. */
  readonly hrefOf: (key: string) => string | undefined;
}

export const TextPlaceContext = createContext<TextPlace | undefined>(undefined);

/** Ticks a task of the text, by its number; `undefined` where nobody can. */
export const TickContext = createContext<((index: number, isDone: boolean) => void) | undefined>(undefined);
