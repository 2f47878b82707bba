import { isAdminOf, type Membership } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Card } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { fullTime } from '../shell/days.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import {
  rereadSession,
  useKeepOrganization,
  useOrganizationSettings,
  type OrganizationSettings,
} from './organization-settings.js';
import styles from './organization.module.css';

/** Shows an Organization that is suspended. Its administrators see when it is deleted, and an owner can keep it. */
export const Suspended = ({ organization }: { readonly organization: Membership }) =>
  isAdminOf(organization.slug) ? <ForAdministrators organization={organization} /> : <ForMembers />;

const ForMembers = () => (
  <Empty icon="archive" text="This Organization is suspended: nothing in it can be read or changed." />
);

function ForAdministrators({ organization: { slug, role } }: { readonly organization: Membership }) {
  const { data, isPending } = useOrganizationSettings(slug);
  if (isPending) return <Skeleton label="Reading the Organization" lines={2} />;
  if (data?.removalDueAt == null) return <ForMembers />;
  return <Removal settings={data} dueAt={data.removalDueAt} isOwner={role === 'owner'} />;
}

interface RemovalProps {
  readonly settings: OrganizationSettings;
  readonly dueAt: string;
  readonly isOwner: boolean;
}

function Removal({ settings, dueAt, isOwner }: RemovalProps) {
  const keeping = useKeepOrganization();
  const keep = async () => {
    try {
      await keeping.makeAsync(settings);
      await rereadSession();
      notify(`${settings.name} is kept.`);
    } catch (error) {
      notifyRefusal(error);
    }
  };
  return (
    <Card>
      <section class={styles.part} aria-label="Removal">
        <p>
          <strong>
            {settings.name} is going to be deleted on <time dateTime={dueAt}>{fullTime(dueAt)}</time>
          </strong>{' '}
          with everything in it. Until then it is suspended: nothing in it can be read or changed.
        </p>
        {isOwner ? (
          <Button
            kind="primary"
            aria-disabled={keeping.isPending}
            onClick={() => {
              if (!keeping.isPending) void keep();
            }}
          >
            {keeping.isPending ? 'Keeping …' : 'Keep this Organization'}
          </Button>
        ) : (
          <p>An owner can keep it.</p>
        )}
      </section>
    </Card>
  );
}
