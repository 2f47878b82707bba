import { useQueries } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { dataOf, api } from '../api/client.js';
import { isAdminOf, membershipIn, type Membership } from '../api/session.js';
import { LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Switch } from '../parts/switch.js';
import { ActivityList } from '../activity/activity-list.js';
import { PeopleList } from '../people/people-list.js';
import { usePeoplePages } from '../people/people.js';
import { NewProjectButton } from '../project/new-project-button.js';
import { ProjectList } from '../project/project-list.js';
import { useProjects, type Project } from '../project/projects.js';
import { Below } from '../shell/below.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { OrganizationMenu } from './organization-menu.js';
import { Suspended } from './suspended.js';
import styles from './organization-screen.module.css';

/** An Organization: its Projects, what happened, its people. */
export function OrganizationScreen() {
  const { params } = useRoute();
  const organization = membershipIn(params.org ?? '');
  if (!organization) return <NotFound />;
  return (
    <Page title={organization.name} actions={<Actions organization={organization} />}>
      {organization.suspended ? (
        <Suspended key={organization.slug} organization={organization} />
      ) : (
        <Contents key={organization.slug} organization={organization} />
      )}
    </Page>
  );
}

function Actions({ organization }: { readonly organization: Membership }) {
  const { slug, suspended } = organization;
  if (suspended) return null;
  return (
    <>
      {isAdminOf(slug) && <LinkButton href={`/o/${slug}/settings/members`}>Members</LinkButton>}
      {isAdminOf(slug) && <LinkButton href={`/o/${slug}/settings`}>Settings</LinkButton>}
      <OrganizationMenu key={slug} organization={organization} />
    </>
  );
}

function Contents({ organization: { slug } }: { readonly organization: Membership }) {
  const [archived, setArchived] = useState(false);
  const { data, error, refetch } = useProjects(slug, { archived });
  return (
    <>
      <Section
        title="Projects"
        bare
        actions={
          <div class={styles.actions}>
            <Switch isOn={archived} onChange={setArchived}>
              Archived
            </Switch>
            <NewProjectButton organization={slug} />
          </div>
        }
      >
        {error && !data && <Refused error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton label="Loading Projects" lines={3} />}
        {data?.items.length === 0 && (
          <Empty icon="archive" text={archived ? 'No Project is archived.' : 'There is no Project yet.'} />
        )}
        {data && <ProjectList organization={slug} projects={data.items} />}
      </Section>
      <Below>
        <div class={styles.columns}>
          <Section title="Recent activity">
            <Activity organization={slug} />
          </Section>
          <Section title="Members" actions={<a href={`/o/${slug}/people`}>See all</a>}>
            <Members organization={slug} />
          </Section>
        </div>
      </Below>
    </>
  );
}

/** The API has the activity of a Project: that of an Organization is put together from its first Projects. */
const MOST_PROJECTS = 6;
const MOST_EVENTS = 15;

const MOST_MEMBERS = 10;

function Activity({ organization }: { readonly organization: string }) {
  const { data } = useProjects(organization);
  return data ? <ActivityOf organization={organization} projects={data.items.slice(0, MOST_PROJECTS)} /> : <Skeleton />;
}

function ActivityOf({
  organization,
  projects,
}: {
  readonly organization: string;
  readonly projects: readonly Project[];
}) {
  const { events, isLoading } = useQueries({
    queries: projects.map(({ key }) => ({
      queryKey: ['activity', organization, key],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        dataOf(
          api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/activity', {
            params: { path: { organizationSlug: organization, projectKey: key }, query: { limit: MOST_EVENTS } },
            signal,
          }),
        ),
    })),
    combine: (results) => ({
      isLoading: results.some((result) => result.isLoading),
      events: results
        .flatMap((result) => result.data?.items ?? [])
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
        .slice(0, MOST_EVENTS),
    }),
  });
  // The first responses alone would be moved by the later ones.
  if (isLoading) return <Skeleton />;
  if (events.length === 0) return <Empty icon="activity" text="Nothing has happened yet." />;
  return <ActivityList organization={organization} events={events} />;
}

function Members({ organization }: { readonly organization: string }) {
  const { items, error, refetch } = usePeoplePages(organization, '');
  if (error && !items) return <Refused error={error} onRetry={refetch} />;
  if (!items) return <Skeleton />;
  return <PeopleList organization={organization} people={items.slice(0, MOST_MEMBERS)} />;
}
