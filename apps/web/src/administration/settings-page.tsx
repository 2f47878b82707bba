import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import { isAdminOf, membershipIn, type Membership } from '../api/session.js';
import { Tabs } from '../parts/tabs.js';
import { Crumbs } from '../shell/crumbs.js';
import { Page } from '../shell/page.js';
import { NotFound } from '../shell/refused.js';
import { Suspended } from '../organization/suspended.js';

const PAGES = [
  { name: 'General', place: '' },
  { name: 'Members', place: '/members' },
  { name: 'Invitations', place: '/invitations' },
  { name: 'Webhooks', place: '/webhooks' },
] as const;

interface SettingsPageProps {
  readonly current: (typeof PAGES)[number]['name'];
  readonly actions?: (organization: Membership) => ComponentChildren;
  readonly children: (organization: Membership) => ComponentChildren;
}

/** The frame of the settings of an Organization. They do not exist for those who are not its administrators. */
export function SettingsPage({ current, actions, children }: SettingsPageProps) {
  const { params } = useRoute();
  const organization = membershipIn(params.org ?? '');
  if (!organization || !isAdminOf(organization.slug)) return <NotFound />;
  const { slug, name, suspended } = organization;
  return (
    <Page
      title={current}
      windowTitle={`${current} · ${name}`}
      above={
        <>
          <Crumbs
            crumbs={[
              { name, href: `/o/${slug}` },
              { name: 'Settings', href: `/o/${slug}/settings` },
            ]}
          />
          {!suspended && (
            <Tabs
              label="Settings of the Organization"
              tabs={PAGES.map((page) => ({
                name: page.name,
                href: `/o/${slug}/settings${page.place}`,
                isCurrent: page.name === current,
              }))}
            />
          )}
        </>
      }
      actions={suspended ? undefined : actions?.(organization)}
    >
      {suspended ? <Suspended key={slug} organization={organization} /> : children(organization)}
    </Page>
  );
}
