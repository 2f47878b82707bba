import { ROLES, type Role } from '@worktrack/domain';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Field } from '../parts/field.js';
import { Icon } from '../parts/icon.js';
import { More } from '../parts/more.js';
import { Card } from '../parts/section.js';
import { SelectField } from '../parts/select-field.js';
import { Skeleton } from '../parts/skeleton.js';
import { Refused } from '../shell/refused.js';
import { MemberRow } from './member-row.js';
import { ROLE_WORDS, useMemberPages } from '../organization/members.js';
import { SettingsPage } from './settings-page.js';
import styles from './members-screen.module.css';

/** The members of an Organization with their roles. */
export const MembersScreen = () => (
  <SettingsPage
    current="Members"
    actions={({ slug }) => (
      <LinkButton kind="primary" href={`/o/${slug}/settings/invitations`}>
        <Icon name="plus" /> Invite people
      </LinkButton>
    )}
  >
    {({ slug, role }) => <Members key={slug} organization={slug} own={role} />}
  </SettingsPage>
);

/** Milliseconds after the last letter until the server is asked. */
const PAUSE = 200;
const LONGEST_TEXT = 200;

interface MembersProps {
  readonly organization: string;
  /** The role of the user. */
  readonly own: Role;
}

function Members({ organization, own }: MembersProps) {
  const { query, path, route } = useLocation();
  const text = (query.q ?? '').trim().slice(0, LONGEST_TEXT);
  const role = ROLES.find((one) => one === query.role);
  const [typed, setTyped] = useState(text);
  // In the place of the address before: "back" leaves the list, instead of taking back one letter.
  const show = (q: string, only: string | undefined) => {
    const asked = new URLSearchParams({ ...(q !== '' && { q }), ...(only !== undefined && { role: only }) }).toString();
    route(asked === '' ? path : `${path}?${asked}`, true);
  };
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text) return undefined;
    const timer = setTimeout(show, PAUSE, wanted, role);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, role]);
  const { items, error, refetch, hasMore, isReadingMore, more, isFormer } = useMemberPages(organization, {
    text,
    role,
  });
  return (
    <>
      <div class={styles.filters} role="search">
        <div class={styles.search}>
          <Field
            label="Find by name, username or address"
            value={typed}
            onText={setTyped}
            maxLength={LONGEST_TEXT}
            autocomplete="off"
          />
        </div>
        <SelectField
          label="Role"
          value={role ?? ''}
          choices={[{ value: '', name: 'All' }, ...ROLES.map((one) => ({ value: one, name: ROLE_WORDS[one].name }))]}
          onChoose={(value) => {
            show(typed.trim(), value === '' ? undefined : value);
          }}
        />
      </div>
      {error && !items ? (
        <Refused error={error} onRetry={refetch} />
      ) : (
        <Card>
          {!items && <Skeleton label="Loading the members" lines={8} />}
          {items?.length === 0 && <Empty icon="users" text="Nobody here matches." />}
          {items && items.length > 0 && (
            <ul class={styles.members} aria-label="Members" aria-busy={isFormer}>
              {items.map((member) => (
                <MemberRow key={member.publicId} organization={organization} own={own} member={member} />
              ))}
            </ul>
          )}
          {hasMore && <More isLoading={isReadingMore} onMore={more} />}
        </Card>
      )}
    </>
  );
}
