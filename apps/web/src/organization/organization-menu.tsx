import { useState } from 'preact/hooks';
import { session, type Membership } from '../api/session.js';
import { MoreMenu } from '../parts/menu.js';
import { LeaveDialog } from './leave-dialog.js';

/** The actions of every member on the membership. */
export function OrganizationMenu({ organization: { slug, name } }: { readonly organization: Membership }) {
  const [isLeaving, setLeaving] = useState(false);
  const { user } = session.value ?? {};
  if (!user) return null;
  return (
    <>
      <MoreMenu
        label={`Actions for ${name}`}
        items={[
          {
            id: 'leave',
            name: `Leave ${name} …`,
            icon: 'signOut',
            onChoose: () => {
              setLeaving(true);
            },
          },
        ]}
      />
      {isLeaving && (
        <LeaveDialog
          organization={slug}
          name={name}
          publicId={user.publicId}
          onClose={() => {
            setLeaving(false);
          }}
        />
      )}
    </>
  );
}
