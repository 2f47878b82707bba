import { session } from './session.js';

/** A text that was typed and not sent yet. */
export interface Draft {
  readonly text: string;
  /** The text that was there when typing began. */
  readonly base: string;
  /** The attempt that might have reached the server: this text with this idempotency key. */
  readonly sent?: { readonly text: string; readonly key: string };
}

interface Kept extends Draft {
  /** Milliseconds since 1970 of the last letter. */
  readonly at: number;
}

const PREFIX = 'worktrack.draft.';
/** Milliseconds. Nobody goes on with a text that is older. */
const OLDEST = 60 * 86_400_000;

/** Drafts that the browser refuses to store: they last as long as the page. */
const unstored = new Map<string, string>();

const nameOf = (place: string): string => `${PREFIX}${session.peek()?.user.publicId ?? ''}.${place}`;

/** The draft of the user who is signed in at a place, such as `comment demo WEB-1`. */
export function draftAt(place: string, now = Date.now()): Draft | undefined {
  const name = nameOf(place);
  const draft = parsed(unstored.get(name) ?? read(name));
  return draft && now - draft.at <= OLDEST ? draft : undefined;
}

/** Keeps what was typed, also when the window is closed. */
export function keepDraft(place: string, draft: Draft, now = Date.now()): void {
  const name = nameOf(place);
  const text = JSON.stringify({ ...draft, at: now } satisfies Kept);
  try {
    localStorage.setItem(name, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, text);
  }
}

/** Forgets the draft: it was sent, or the user does not want it. */
export function dropDraft(place: string): void {
  const name = nameOf(place);
  unstored.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // It was not stored.
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

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function parsed(text: string | null | undefined): Kept | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<Kept> | null;
    return typeof draft?.text === 'string' && typeof draft.at === 'number'
      ? { ...draft, text: draft.text, base: draft.base ?? '', at: draft.at }
      : undefined;
  } catch {
    return undefined;
  }
}
