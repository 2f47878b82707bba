import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Refusal } from '../api/refusal.js';
import { membershipIn } from '../api/session.js';
import { ActivityList } from '../activity/activity-list.js';
import { Avatar } from '../parts/avatar.js';
import { LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Card } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Switch } from '../parts/switch.js';
import { Tabs } from '../parts/tabs.js';
import { shortDay } from '../shell/days.js';
import { Crumbs } from '../shell/crumbs.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { PersonWork } from '../table/person-work.js';
import { pictureOf, useActivityOf, useProfile, useWorkOf, type Involvement, type Profile } from './people.js';
import styles from './people.module.css';
import { LANGUAGES } from '../shell/languages.js';

/** A person: what others can know, the work in this Organization, and what the person did. */
export function ProfileScreen() {
  const { params } = useRoute();
  const organization = membershipIn(params.org ?? '');
  const publicId = params.publicId ?? '';
  const { data: profile, error, refetch } = useProfile(publicId);
  const isGone = error instanceof Refusal && [400, 404].includes(error.status);
  if (!organization || organization.suspended || isGone) return <NotFound />;
  const { slug } = organization;
  // Somebody of another Organization is nobody here.
  if (profile?.sharedOrganizations.every((shared) => shared.organization.slug !== slug)) return <NotFound />;
  return (
    <Page
      title={profile?.name ?? 'Profile'}
      above={
        <Crumbs
          crumbs={[
            { name: organization.name, href: `/o/${slug}` },
            { name: 'People', href: `/o/${slug}/people` },
          ]}
        />
      }
      actions={profile?.isCurrentUser && <LinkButton href="/settings">Settings</LinkButton>}
    >
      {error && !profile && <Refused error={error} onRetry={() => void refetch()} />}
      {!profile && !error && <Skeleton label="Loading the profile" />}
      {profile && <Contents organization={slug} profile={profile} />}
    </Page>
  );
}

type Tab = Involvement | 'activity';

const TABS: readonly { readonly id: Tab; readonly name: string }[] = [
  { id: 'assigned', name: 'Assigned' },
  { id: 'created', name: 'Created' },
  { id: 'commented', name: 'Commented' },
  { id: 'activity', name: 'Activity' },
];

interface ContentsProps {
  readonly organization: string;
  readonly profile: Profile;
}

function Contents({ organization, profile }: ContentsProps) {
  const { query, path } = useLocation();
  const { publicId } = useRoute().params as { readonly publicId: string };
  const tab = TABS.find(({ id }) => id === query.tab)?.id ?? 'assigned';
  const tabs = TABS.map(({ id, name }) => ({
    name,
    href: id === 'assigned' ? path : `${path}?tab=${id}`,
    isCurrent: id === tab,
  }));
  return (
    <>
      <Facts organization={organization} profile={profile} />
      <Tabs label="Views of the person" tabs={tabs} />
      {tab === 'activity' ? (
        <Activity publicId={publicId} organization={organization} />
      ) : (
        <Work key={tab} organization={organization} publicId={publicId} involvement={tab} />
      )}
    </>
  );
}

function Facts({ organization, profile }: ContentsProps) {
  const { stats, sharedOrganizations, name, joinedAt } = profile;
  const here = sharedOrganizations.find((shared) => shared.organization.slug === organization);
  const others = sharedOrganizations.filter((shared) => shared !== here);
  return (
    <>
      <div class={styles.facts}>
        <Avatar name={name} imageUrl={pictureOf(profile)} size="large" />
        {here?.username != null && <span>@{here.username}</span>}
        <span>
          Joined <time dateTime={joinedAt}>{shortDay(joinedAt)}</time>
        </span>
        {others.length > 0 && <span>Also in {others.map((one) => one.organization.name).join(', ')}</span>}
      </div>
      <dl class={styles.figures} aria-label="Statistics">
        <Figure name="Projects" value={stats.projects} />
        <Figure name="Assigned" value={stats.workItemsAssigned} />
        <Figure name="Completed" value={stats.workItemsCompleted} />
        <Figure name="Created" value={stats.workItemsCreated} />
        <Figure name="Comments" value={stats.comments} />
      </dl>
    </>
  );
}

const Figure = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value.toLocaleString(LANGUAGES)}</dd>
  </div>
);

const NOTHING: Readonly<Record<Involvement, string>> = {
  assigned: 'assigned to this person',
  created: 'created by this person',
  commented: 'commented on by this person',
};

interface WorkProps {
  readonly organization: string;
  readonly publicId: string;
  readonly involvement: Involvement;
}

function Work({ organization, publicId, involvement }: WorkProps) {
  const [all, setAll] = useState(false);
  const { items, error, refetch, hasMore, isReadingMore, more, isFormer } = useWorkOf(
    organization,
    publicId,
    involvement,
    all,
  );
  if (error && !items) return <Refused error={error} onRetry={refetch} />;
  return (
    <>
      <div class={styles.switch}>
        <Switch isOn={all} onChange={setAll}>
          Show done
        </Switch>
      </div>
      <Card>
        {!items && <Skeleton label="Loading the work" lines={8} />}
        {items?.length === 0 && (
          <Empty icon="inbox" text={`No ${all ? '' : 'open '}Work Item here is ${NOTHING[involvement]}.`} />
        )}
        {items && items.length > 0 && (
          <div aria-busy={isFormer}>
            <PersonWork
              label="Work"
              items={items}
              organization={organization}
              hasMore={hasMore}
              isReadingMore={isReadingMore}
              onMore={more}
              error={error}
            />
          </div>
        )}
      </Card>
    </>
  );
}

function Activity({ organization, publicId }: { readonly organization: string; readonly publicId: string }) {
  const { items: events, error, refetch, hasMore, isReadingMore, more } = useActivityOf(publicId);
  if (error && !events) return <Refused error={error} onRetry={refetch} />;
  return (
    <Card>
      {!events && <Skeleton label="Loading the activity" lines={8} />}
      {events?.length === 0 && <Empty icon="activity" text="Nothing to see yet." />}
      {events && events.length > 0 && <ActivityList organization={organization} events={events} />}
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
    </Card>
  );
}
