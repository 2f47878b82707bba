import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify, warn } from '../shell/notices.js';
import { createItems, refreshLists, type MadeItem, type NewItem } from './create-item.js';
import { ResultsDialog } from '../bulk/outcome-dialog.js';
import styles from './planning.module.css';
import { LANGUAGES } from '../shell/languages.js';

interface PasteDialogProps {
  readonly place: ProjectPlace;
  /** A Work Item for each line. */
  readonly items: readonly NewItem[];
  /** The files of the description, which stay in the form. */
  readonly kept?: readonly string[];
  readonly onOneTitle: () => void;
  /** All are made. */
  readonly onMade: () => void;
  /** Closes it. The titles that were refused are left. */
  readonly onClose: (left: readonly string[]) => void;
}

const MOST = 200;

/** Asks whether lines that were pasted are Work Items, makes them, and says which were not made. */
export function PasteDialog({ place, items, kept = [], onOneTitle, onMade, onClose }: PasteDialogProps) {
  const cache = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [made, setMade] = useState<readonly MadeItem[]>();
  const count = items.length;
  const leave = () => {
    onClose([]);
  };

  const make = async (some: readonly NewItem[], before: readonly MadeItem[]) => {
    setSending(true);
    const results = [...before, ...(await createItems(place, some))];
    setSending(false);
    refreshLists(cache, place);
    if (results.some(({ reason }) => reason !== undefined)) setMade(results);
    else {
      const unlabelled = results.filter(({ refusedLabels }) => refusedLabels.length > 0);
      notify(`${results.length} Work Items are created.`);
      if (unlabelled.length > 0) {
        warn(`Labels are missing on ${unlabelled.map(({ key }) => key).join(', ')}.`);
      }
      onMade();
    }
  };

  if (made) {
    const refused = made.filter(({ reason }) => reason !== undefined);
    return (
      <ResultsDialog
        title={`${refused.length} of ${made.length} were not created`}
        rows={made.map(({ item: { title }, key, reason }, at) => ({ id: String(at), key, title, reason }))}
        done="Created"
        again="Try again"
        onAgain={() => {
          const kept = made.filter((one) => !refused.includes(one));
          setMade(undefined);
          void make(
            refused.map(({ item }) => item),
            kept,
          );
        }}
        onClose={() => {
          onClose(refused.map(({ item: { title } }) => title));
        }}
      />
    );
  }
  if (count > MOST)
    return (
      <Dialog title="Too many lines" onClose={leave}>
        <p class={styles.lead}>
          The text has {count.toLocaleString(LANGUAGES)} lines. At most {MOST} Work Items are made together: paste fewer
          lines.
        </p>
        <div class={styles.buttons}>
          <Button kind="primary" onClick={leave}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={`Make ${count} Work Items?`} required={isSending} onClose={leave}>
      <p class={styles.lead}>
        Each line becomes the title of a Work Item.
        {kept.length > 0 &&
          ` They get the description without its files: ${kept.join(', ')}. The form stays open with the files.`}
      </p>
      <ol class={styles.titles} aria-label="Titles">
        {items.map(({ title }, at) => (
          <li key={at}>{title}</li>
        ))}
      </ol>
      <div class={styles.buttons}>
        <Button kind="plain" disabled={isSending} onClick={onOneTitle}>
          Paste as one title
        </Button>
        <Button kind="primary" autofocus disabled={isSending} onClick={() => void make(items, [])}>
          {isSending ? `Making ${count} Work Items …` : `Make ${count} Work Items`}
        </Button>
      </div>
    </Dialog>
  );
}
