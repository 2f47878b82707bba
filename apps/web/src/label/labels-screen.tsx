import { isAdminOf } from '../api/session.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectPage, useProjectPlace } from '../project/project-page.js';
import type { ProjectPlace } from '../project/projects.js';
import { Refused } from '../shell/refused.js';
import { LabelActions } from './label-actions.js';
import { useLabelPages } from './labels.js';
import { NewLabel } from './new-label.js';
import styles from './labels-screen.module.css';

/** The labels of a Project: everybody sees them, administrators create and change them. */
export function LabelsScreen() {
  const place = useProjectPlace();
  return (
    <ProjectPage place={place}>
      {() => (
        <>
          <p class={styles.lead}>
            Labels mark the Work Items of this Project. Their names are in lower case and unique. A label that was ever
            on a Work Item stays, because its history names it; it can be renamed.
          </p>
          {isAdminOf(place.organization) ? (
            <Section title="New label">
              <NewLabel place={place} />
            </Section>
          ) : (
            <p class={styles.lead}>
              Administrators of the Organization create and change labels; every member can attach them.
            </p>
          )}
          <Section title="Labels">
            <Labels {...place} />
          </Section>
        </>
      )}
    </ProjectPage>
  );
}

function Labels(place: ProjectPlace) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useLabelPages(place);
  const labels = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {!data && <Skeleton label="Loading the labels" />}
      {data && labels.length === 0 && <Empty icon="bookmark" text="This Project has no label yet." />}
      {labels.length > 0 && (
        <ul class={styles.labels} aria-label="Labels">
          {labels.map((label) => (
            <li key={label.id}>
              <span class={styles.dot} style={{ backgroundColor: label.color }} />
              <span class={styles.name}>{label.name}</span>
              {isAdminOf(place.organization) && <LabelActions place={place} label={label} />}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && <More isLoading={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}
