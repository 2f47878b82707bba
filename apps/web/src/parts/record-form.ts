import { useEffect, useState } from 'preact/hooks';
import { draftAt, dropDraft, keepDraft } from '../api/drafts.js';
import { changesOf, mergeOf } from '../api/merge.js';
import { Refusal } from '../api/refusal.js';

interface RecordFormOptions<Stored, Content> {
  /** Where unsaved changes are kept in the browser, such as `project demo WEB`; absent: nowhere. */
  readonly place?: string;
  /** The record as the screen knows it. */
  readonly stored: Stored;
  /** The members that the form shows. */
  readonly contentOf: (stored: Stored) => Content;
  /** Reads the record as it is now. */
  readonly read: () => Promise<Stored>;
  /** Sends the changed members on condition of the revision of `over`. Rejects with `REVISION_CONFLICT` when that is not the present one. */
  readonly write: (changes: Partial<Content>, over: Stored) => Promise<Stored>;
  /** `isMerged`: somebody else's change of other members is in it too. */
  readonly onSaved: (stored: Stored, isMerged: boolean) => void;
}

/** The state of a form over a stored record. */
export interface RecordForm<Content> {
  readonly content: Content;
  /** Takes what the user typed, and forgets the error. */
  readonly change: (content: Content) => void;
  /** True when the content differs from the record with which the form began. */
  readonly isChanged: boolean;
  readonly isSending: boolean;
  readonly error: unknown;
  /** The members that the user and somebody else have changed to different values, and the values of the other. */
  readonly conflict: { readonly members: readonly (keyof Content)[]; readonly theirs: Content } | undefined;
  /** Chooses one of the two values of a member in conflict. */
  readonly settle: (member: keyof Content, isMine: boolean) => void;
  readonly submit: () => void;
  readonly discard: () => void;
}

/**
 * A form over a stored record. When somebody else changed the record meanwhile, both changes are joined; for a member that both changed the
 * user chooses, and nothing that was typed is lost.
 */
export function useRecordForm<Stored extends { readonly revision: number }, Content extends object>(
  options: RecordFormOptions<Stored, Content>,
): RecordForm<Content> {
  const { stored, contentOf, read, write, onSaved, place } = options;
  const [kept] = useState(() => keptAt(place) as Kept<Stored, Content> | undefined);
  // The record with which the form began: its revision is the one that is changed.
  const [base, setBase] = useState(kept?.base ?? stored);
  const [content, setContent] = useState(() => kept?.content ?? contentOf(stored));
  const [conflict, setConflict] = useState<RecordForm<Content>['conflict']>();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const isChanged = Object.keys(changesOf(content, contentOf(base))).length > 0;

  const beginWith = (record: Stored) => {
    setBase(record);
    setContent(contentOf(record));
  };
  // While nothing is typed, the form shows what the record is now.
  useEffect(() => {
    if (!isChanged && stored.revision > base.revision) beginWith(stored);
  }, [stored, isChanged]);
  useEffect(() => {
    if (place === undefined) return;
    if (isChanged) keepDraft(place, { text: JSON.stringify(content), base: JSON.stringify(base) });
    else dropDraft(place);
  }, [content, base]);

  const save = async (wanted: Content, over: Stored, isMerged: boolean): Promise<void> => {
    const changes = changesOf(wanted, contentOf(over));
    try {
      const saved = Object.keys(changes).length === 0 ? over : await write(changes, over);
      beginWith(saved);
      onSaved(saved, isMerged);
    } catch (failure) {
      if (!(failure instanceof Refusal && failure.code === 'REVISION_CONFLICT')) throw failure;
      const now = await read();
      const theirs = contentOf(now);
      const merged = mergeOf(contentOf(over), wanted, theirs);
      setBase(now);
      setContent(merged.content);
      if (merged.conflicts.length === 0) return save(merged.content, now, true);
      setConflict({ members: merged.conflicts, theirs });
    }
  };
  return {
    content,
    isChanged,
    isSending,
    error,
    conflict,
    change: (changed) => {
      setContent(changed);
      setError(undefined);
    },
    settle: (member, isMine) => {
      if (!conflict) return;
      if (!isMine) setContent({ ...content, [member]: conflict.theirs[member] });
      const members = conflict.members.filter((one) => one !== member);
      setConflict(members.length === 0 ? undefined : { ...conflict, members });
    },
    submit: () => {
      setError(undefined);
      setSending(true);
      void save(content, base, false)
        .catch(setError)
        .finally(() => {
          setSending(false);
        });
    },
    discard: () => {
      setContent(contentOf(base));
      setError(undefined);
    },
  };
}

/** The unsaved changes of a form, and the record with which it began. */
interface Kept<Stored, Content> {
  readonly base: Stored;
  readonly content: Content;
}

function keptAt(place: string | undefined): Kept<unknown, unknown> | undefined {
  const draft = place === undefined ? undefined : draftAt(place);
  return draft && { base: JSON.parse(draft.base), content: JSON.parse(draft.text) };
}
