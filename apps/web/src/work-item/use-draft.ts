import { useState } from 'preact/hooks';
import { newIdempotencyKey } from '../api/change.js';
import { draftAt, dropDraft, keepDraft } from '../api/drafts.js';
import type { Draft } from '../api/kept-drafts.js';
import { withoutLostFiles } from '../parts/writing/new-files.js';

/** The text that the user types at a place. It is kept until it was sent or dropped, also when the window is closed. */
export function useDraft(place: string, base: string) {
  const [draft, setDraft] = useState<Draft | undefined>(() => {
    const kept = draftAt(place);
    return kept && { ...kept, text: withoutLostFiles(kept.text) };
  });
  const keep = (next: Draft) => {
    keepDraft(place, next);
    setDraft(next);
  };
  const drop = () => {
    dropDraft(place);
    setDraft(undefined);
  };
  return {
    draft,
    /** Notes what was typed over `base`. */
    write: (text: string) => {
      keep({ base, ...draft, text });
    },
    /** Begins with this text over that base. */
    begin: (text: string, over: string) => {
      keep({ text, base: over });
    },
    drop,
    /** The text was stored, as `value`. What the user typed over it meanwhile stays, and is a change of it; returns true when it did. */
    stored: (text: string, value = text): boolean => {
      const now = draftAt(place);
      const isChanged = now !== undefined && now.text !== text;
      if (isChanged) keep({ text: now.text, base: value });
      else drop();
      return isChanged;
    },
    /** The idempotency key of an attempt to send the draft: one text has one key, also after the page was loaded again. */
    keyOf: (text: string): string => {
      const key = draft?.sent?.text === text ? draft.sent.key : newIdempotencyKey();
      keep({ base, ...draft, text, sent: { text, key } });
      return key;
    },
  };
}
