/** A text that was typed and not sent yet. */
export interface Draft {
  readonly text: string;
  /** The text that was there when typing began. */
  readonly base: string;
  /** The attempt that might have reached the server: this text with this idempotency key. */
  readonly sent?: { readonly text: string; readonly key: string };
}

export interface Kept extends Draft {
  /** Milliseconds since 1970 of the last letter. */
  readonly at: number;
}

/** The beginning of the names of drafts in the storage of the browser. */
export const PREFIX = 'worktrack.draft.';
/** Milliseconds. Nobody goes on with a text that is older. */
export const OLDEST = 60 * 86_400_000;

/** The draft in a text of the storage. */
export function parsed(text: string | null | undefined): Kept | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<Kept> | null;
    return typeof draft?.text === 'string' && typeof draft.at === 'number'
      ? { ...draft, text: draft.text, base: draft.base ?? '', at: draft.at }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the drafts that nobody goes on with. */
export function sweepDrafts(now = Date.now()): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const draft = parsed(localStorage.getItem(name));
      if (!draft || now - draft.at > OLDEST) localStorage.removeItem(name);
    }
  } catch {
    // Storage is switched off.
  }
}
