import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { readSession } from '../api/session.api.js';
import { session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../shell/notices.js';
import { memberSentenceOf, useLeave } from './members.js';
import { NextAssigneeField, type NextAssignee } from './next-assignee.js';
import form from '../parts/form.module.css';
import styles from './organization.module.css';

interface LeaveDialogProps {
  readonly organization: string;
  readonly name: string;
  /** The user who leaves. */
  readonly publicId: string;
  readonly onClose: () => void;
}

/** Ends the membership of the user. */
export function LeaveDialog({ organization, name, publicId, onClose }: LeaveDialogProps) {
  const { route } = useLocation();
  const [next, setNext] = useState<NextAssignee>();
  const leaving = useLeave({ organization, publicId });
  const leave = async () => {
    const left = await leaving.makeAsync(next?.publicId ?? null).catch(() => undefined);
    if (!left) return;
    const fresh = await readSession().catch(() => undefined);
    onClose();
    notify(`You left ${name}.`);
    route('/', true);
    if (fresh) session.value = fresh;
  };
  return (
    <Dialog title={`Leave ${name}?`} onClose={onClose}>
      <div class={form.form}>
        <ul class={styles.list}>
          <li>You and your tokens see nothing of {name} any more, immediately.</li>
          <li>What you wrote stays, under your name.</li>
          <li>Only an invitation brings you back.</li>
        </ul>
        <NextAssigneeField organization={organization} publicId={publicId} chosen={next} onChoose={setNext} />
        {leaving.error && (
          <p class={form.error} role="alert">
            {memberSentenceOf(leaving.error)}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="danger"
            aria-disabled={leaving.isPending}
            onClick={() => {
              if (!leaving.isPending) void leave();
            }}
          >
            {leaving.isPending ? 'Leaving …' : 'Leave'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
