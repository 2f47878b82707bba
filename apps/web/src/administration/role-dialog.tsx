import { type Role } from '@worktrack/domain';
import { useId, useState } from 'preact/hooks';
import { session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../shell/notices.js';
import { ROLE_WORDS, memberSentenceOf, useChangeRole, type Member } from '../organization/members.js';
import { RoleChoice } from './role-choice.js';
import form from '../parts/form.module.css';
import styles from '../organization/organization.module.css';

interface RoleDialogProps {
  readonly organization: string;
  readonly member: Member;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

/** Changes the role of a member. */
export function RoleDialog({ organization, member: { publicId, name, role }, roles, onClose }: RoleDialogProps) {
  const [chosen, setChosen] = useState(role);
  const group = useId();
  const changing = useChangeRole({ organization, publicId });
  const isSelf = session.value?.user.publicId === publicId;
  const save = async () => {
    const changed = await changing.makeAsync(chosen).catch(() => undefined);
    if (!changed) return;
    onClose();
    notify(`${isSelf ? 'You are' : `${name} is`} ${ROLE_WORDS[changed.role].name} now.`);
  };
  return (
    <Dialog title={isSelf ? 'Your role' : `Role of ${name}`} onClose={onClose}>
      <form
        class={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === role) onClose();
          else if (!changing.isPending) void save();
        }}
      >
        <RoleChoice label="Role" name={group} roles={roles} chosen={chosen} autofocus onChoose={setChosen} />
        {isSelf && chosen !== role && (
          <p class={styles.warning} role="status">
            You give up your own role. Only an owner can give it back to you.
          </p>
        )}
        {changing.error && (
          <p class={form.error} role="alert">
            {memberSentenceOf(changing.error)}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" aria-disabled={changing.isPending}>
            {changing.isPending ? 'Saving …' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
