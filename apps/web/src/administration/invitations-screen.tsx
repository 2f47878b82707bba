import type { Role } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import { Section } from '../parts/section.js';
import { Below } from '../shell/below.js';
import { SettingsPage } from './settings-page.js';
import { InviteForm } from './invite-form.js';
import type { InvitationResult } from './invitations.js';
import { JoinLinkSection } from './join-link-section.js';
import { PendingInvitations } from './pending-invitations.js';
import { Results } from './results.js';
import styles from './invitations.module.css';

/** Invites people to an Organization, and shows the invitations that wait. */
export const InvitationsScreen = () => (
  <SettingsPage current="Invitations">
    {({ slug, role }) => <Invitations key={slug} organization={slug} own={role} />}
  </SettingsPage>
);

function Invitations({ organization, own }: { readonly organization: string; readonly own: Role }) {
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  return (
    <div class={styles.invitations}>
      <Section title="Invite people">
        <InviteForm organization={organization} own={own} onResults={setResults} />
      </Section>
      {results.length > 0 && <Results organization={organization} results={results} />}
      <PendingInvitations
        organization={organization}
        own={own}
        onRenewed={(invitation) => {
          setResults([{ index: 0, status: 201, invitation }]);
        }}
        onRevoked={(id) => {
          setResults(results.filter(({ invitation }) => invitation?.id !== id));
        }}
      />
      <Below>
        <JoinLinkSection organization={organization} isOwner={own === 'owner'} />
      </Below>
    </div>
  );
}
