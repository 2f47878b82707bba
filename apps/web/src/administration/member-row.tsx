import type { Role } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import { membershipIn, session } from '../api/session.js';
import { Avatar } from '../parts/avatar.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { MoreMenu } from '../parts/menu.js';
import { fullTime, shortDay } from '../shell/days.js';
import { LANGUAGES } from '../shell/languages.js';
import { LeaveDialog } from '../organization/leave-dialog.js';
import { ROLE_WORDS, canRemove, rolesToGive, type Member } from '../organization/members.js';
import { RemoveMemberDialog } from './remove-member-dialog.js';
import { RoleDialog } from './role-dialog.js';
import styles from './members-screen.module.css';

interface MemberRowProps {
  readonly organization: string;
  /** The role of the user. */
  readonly own: Role;
  readonly member: Member;
}

/** A member with what can be done about the membership. */
export function MemberRow({ organization, own, member }: MemberRowProps) {
  const { publicId, name, username, email, emailConfirmed, role, joinedAt, lastActiveAt, avatarUrl } = member;
  const [open, setOpen] = useState<'role' | 'remove' | 'leave'>();
  const isSelf = session.value?.user.publicId === publicId;
  const roles = rolesToGive(own, { role, isSelf });
  const opening = (dialog: typeof open) => () => {
    setOpen(dialog);
  };
  const close = opening(undefined);
  const items = [
    ...(roles.length > 1 ? [{ id: 'role', name: 'Change the role …', onChoose: opening('role') }] : []),
    ...(isSelf ? [{ id: 'leave', name: 'Leave …', onChoose: opening('leave') }] : []),
    ...(!isSelf && canRemove(own, role) ? [{ id: 'remove', name: 'Remove …', onChoose: opening('remove') }] : []),
  ];
  return (
    <li class={styles.member}>
      <Avatar name={name} imageUrl={avatarUrl} size="large" />
      <div class={styles.person}>
        <p>
          <a href={`/o/${organization}/people/${publicId}`}>{name}</a>
          {isSelf && <span class={styles.you}>You</span>}
        </p>
        <p class={styles.facts}>
          {username !== null && <span>@{username}</span>}
          <span>{email}</span>
          {!emailConfirmed && (
            <span title="Nobody has proven to receive mail at this address.">Address not confirmed</span>
          )}
        </p>
      </div>
      <p class={styles.times}>
        <span>{lastActiveAt === null ? 'Never used' : `Last used ${dayOf(lastActiveAt)}`}</span>
        <span>
          Joined{' '}
          <time dateTime={joinedAt} title={fullTime(joinedAt)}>
            {shortDay(joinedAt)}
          </time>
        </span>
      </p>
      <div class={styles.held}>
        {roles.length > 1 ? (
          <Button
            kind="plain"
            aria-label={`Role of ${name}: ${ROLE_WORDS[role].name}`}
            aria-haspopup="dialog"
            onClick={opening('role')}
          >
            {ROLE_WORDS[role].name} <Icon name="chevronDown" size={14} />
          </Button>
        ) : (
          <span class={styles.fixed}>{ROLE_WORDS[role].name}</span>
        )}
      </div>
      <div class={styles.menu}>{items.length > 0 && <MoreMenu label={`Actions for ${name}`} items={items} />}</div>
      {open === 'role' && <RoleDialog organization={organization} member={member} roles={roles} onClose={close} />}
      {open === 'remove' && <RemoveMemberDialog organization={organization} member={member} onClose={close} />}
      {open === 'leave' && (
        <LeaveDialog
          organization={organization}
          name={membershipIn(organization)?.name ?? organization}
          publicId={publicId}
          onClose={close}
        />
      )}
    </li>
  );
}

const DAY = new Intl.DateTimeFormat(LANGUAGES, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day of the server, which has no time and no zone. */
const dayOf = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));
