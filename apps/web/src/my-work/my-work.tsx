import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { NoOrganization } from '../administration/routes.js';
import { dataOf, api } from '../api/client.js';
import { LARGEST_PAGE } from '../api/pages.js';
import { homeOrganization, session } from '../api/session.js';
import { LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Card, Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Tabs } from '../parts/tabs.js';
import { ProjectList } from '../project/project-list.js';
import { useProjects } from '../project/projects.js';
import { PinnedReports } from '../reports/pinned-reports.js';
import { Below } from '../shell/below.js';
import { NewItemButton } from '../shell/new-item-button.js';
import { Page } from '../shell/page.js';
import { Refused } from '../shell/refused.js';
import { ItemList, LISTED_FIELDS } from '../work-item/item-list.js';
import styles from './my-work.module.css';

type Tab = 'assigned' | 'created' | 'commented';

const TABS: readonly { readonly id: Tab; readonly name: string; readonly empty: string }[] = [
  { id: 'assigned', name: 'Assigned to me', empty: 'No open Work Item is assigned to you.' },
  { id: 'created', name: 'Created by me', empty: 'No open Work Item was created by you.' },
  { id: 'commented', name: 'Commented by me', empty: 'You have commented on no open Work Item.' },
];

/** The first screen: open work of the user by due date, overdue first, of all Organizations. */
export function MyWork() {
  const { query } = useLocation();
  const tab = TABS.find(({ id }) => id === query.tab) ?? TABS[0];
  const organization = homeOrganization.value;
  if (!tab) return null;
  if (!organization) return <NoOrganization />;
  return (
    <Page title="My Work">
      <Tabs
        label="My Work"
        tabs={TABS.map(({ id, name }) => ({
          name,
          href: id === 'assigned' ? '/' : `/?tab=${id}`,
          isCurrent: id === tab.id,
        }))}
      />
      <Items tab={tab} />
      {!organization.suspended && (
        <Below>
          <PinnedReports />
          <HomeProjects organization={organization.slug} name={organization.name} />
        </Below>
      )}
    </Page>
  );
}

function Items({ tab: { id, name, empty } }: { readonly tab: (typeof TABS)[number] }) {
  const publicId = session.value?.user.publicId ?? '';
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['my-work', id],
    queryFn: ({ signal }) =>
      id === 'assigned'
        ? dataOf(
            api.GET('/api/v1/my/work', {
              params: { query: { sort: 'dueDate', limit: LARGEST_PAGE, fields: LISTED_FIELDS } },
              signal,
            }),
          )
        : dataOf(
            api.GET('/api/v1/users/{publicId}/work', {
              params: {
                path: { publicId },
                query: { involvement: [id], sort: 'dueDate', limit: LARGEST_PAGE, fields: LISTED_FIELDS },
              },
              signal,
            }),
          ),
    placeholderData: keepPreviousData,
    meta: { refresh: 'whole' },
  });
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  return (
    <Card>
      {!data && <Skeleton label="Loading your work" lines={8} />}
      {data?.items.length === 0 && <Empty icon="inbox" text={empty} action={<Beginning />} />}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <ItemList label={name} items={data.items} showsAssignee={id !== 'assigned'} />
        </div>
      )}
      {data?.page.hasMore && <p class={styles.more}>These are the first {LARGEST_PAGE}.</p>}
    </Card>
  );
}

function Beginning() {
  const { slug, suspended } = homeOrganization.value ?? {};
  if (slug === undefined) return null;
  return (
    <>
      {!suspended && <NewItemButton />}
      <LinkButton href={`/o/${slug}`}>See all Projects</LinkButton>
    </>
  );
}

function HomeProjects({ organization, name }: { readonly organization: string; readonly name: string }) {
  const { data } = useProjects(organization);
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={`Projects of ${name}`} bare>
      <ProjectList organization={organization} projects={data.items} />
    </Section>
  );
}
