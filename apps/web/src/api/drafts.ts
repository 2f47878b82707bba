import { OLDEST, PREFIX, parsed, type Draft, type Kept } from './kept-drafts.js';
import { session } from './session.js';

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

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
