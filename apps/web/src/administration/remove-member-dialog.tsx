import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../shell/notices.js';
import { memberSentenceOf, useRemoveMember, wordsOfOpenWork, type Member } from '../organization/members.js';
import { NextAssigneeField, type NextAssignee } from '../organization/next-assignee.js';
import form from '../parts/form.module.css';
import styles from '../organization/organization.module.css';

interface RemoveMemberDialogProps {
  readonly organization: string;
  readonly member: Pick<Member, 'publicId' | 'name'>;
  readonly onClose: () => void;
}

/** Removes a member, and asks who gets the open Work Items. */
export function RemoveMemberDialog({ organization, member: { publicId, name }, onClose }: RemoveMemberDialogProps) {
  const [next, setNext] = useState<NextAssignee>();
  const removing = useRemoveMember({ organization, publicId });
  const remove = async () => {
    const removed = await removing.makeAsync(next?.publicId ?? null).catch(() => undefined);
    if (!removed) return;
    onClose();
    const { reassigned: count } = removed;
    const went = count === 0 ? '' : ` ${wordsOfOpenWork({ count, isMore: false })} went to ${next?.name ?? 'nobody'}.`;
    notify(`${name} is not a member any more.${went}`);
  };
  return (
    <Dialog title={`Remove ${name}?`} onClose={onClose}>
      <div class={form.form}>
        <ul class={styles.list}>
          <li>Sessions and tokens of {name} find nothing here any more, immediately.</li>
          <li>What {name} wrote stays, under this name.</li>
          <li>An invitation brings {name} back.</li>
        </ul>
        <NextAssigneeField organization={organization} publicId={publicId} chosen={next} onChoose={setNext} />
        {removing.error && (
          <p class={form.error} role="alert">
            {memberSentenceOf(removing.error)}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="danger"
            aria-disabled={removing.isPending}
            onClick={() => {
              if (!removing.isPending) void remove();
            }}
          >
            {removing.isPending ? 'Removing …' : 'Remove'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
