import { Suspense } from 'preact/compat';
import { useLocation } from 'preact-iso';
import { NoOrganization } from '../administration/routes.js';
import { dataOf, api } from '../api/client.js';
import { LARGEST_PAGE, usePages } from '../api/pages.js';
import { homeOrganization, session } from '../api/session.js';
import { LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Card, Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Tabs } from '../parts/tabs.js';
import { ProjectList } from '../project/project-list.js';
import { useProjects } from '../project/projects.js';
import { usePinnedReports } from '../reports/saved-reports.js';
import { Below } from '../shell/below.js';
import { NewItemButton } from '../shell/new-item-button.js';
import { lazyPart } from '../shell/not-loaded.js';
import { Page } from '../shell/page.js';
import { Refused } from '../shell/refused.js';
import { PersonWork, sortOfWork } from '../table/person-work.js';
import type { TableItem } from '../table/table-item.js';

const PinnedReports = lazyPart(() => import('../reports/pinned-reports.js').then((file) => file.PinnedReports));

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
          <HomeProjects organization={organization.slug} name={organization.name} />
          <Pins />
        </Below>
      )}
    </Page>
  );
}

/** The pinned reports, of whoever has some: below all others, which do not move when they come. */
function Pins() {
  const { data } = usePinnedReports();
  if (!data?.items.length) return null;
  return (
    <Suspense fallback={null}>
      <PinnedReports />
    </Suspense>
  );
}

function Items({ tab: { id, name, empty } }: { readonly tab: (typeof TABS)[number] }) {
  const publicId = session.value?.user.publicId ?? '';
  const sort = sortOfWork();
  const { items, error, refetch, isFormer, hasMore, isReadingMore, more } = usePages<TableItem>(
    ['my-work', id, sort],
    (after, signal) =>
      id === 'assigned'
        ? dataOf(api.GET('/api/v1/my/work', { params: { query: { sort, limit: LARGEST_PAGE, ...after } }, signal }))
        : dataOf(
            api.GET('/api/v1/users/{publicId}/work', {
              params: { path: { publicId }, query: { involvement: [id], sort, limit: LARGEST_PAGE, ...after } },
              signal,
            }),
          ),
    { keepsFormer: true, meta: { refresh: 'whole' } },
  );
  if (error && !items) return <Refused error={error} onRetry={refetch} />;
  return (
    <Card>
      {!items && <Skeleton label="Loading your work" lines={8} />}
      {items?.length === 0 && <Empty icon="inbox" text={empty} action={<Beginning />} />}
      {items && items.length > 0 && (
        <div aria-busy={isFormer}>
          <PersonWork
            label={name}
            items={items}
            hasMore={hasMore}
            isReadingMore={isReadingMore}
            onMore={more}
            error={error}
          />
        </div>
      )}
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
