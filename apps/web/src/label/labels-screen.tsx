import type { ProjectPlace } from '../api/project-place.js';
import { isAdminOf } from '../api/session.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { Refused } from '../shell/refused.js';
import { LabelActions } from './label-actions.js';
import { useLabelPages } from './labels.js';
import { NewLabel } from './new-label.js';
import styles from './labels-screen.module.css';

/** The labels of a Project: everybody sees them, administrators create and change them. */
export function LabelsScreen() {
  const place = useProjectPlace();
  return (
    <ProjectFrame place={place} tab="Labels">
      <p class={styles.lead}>
        Labels mark the Work Items of this Project. Their names are in lower case and unique. A label that was ever on a
        Work Item stays, because its history names it; it can be renamed.
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
    </ProjectFrame>
  );
}

function Labels(place: ProjectPlace) {
  const { items: labels, error, refetch, hasMore, isReadingMore, more } = useLabelPages(place);
  if (error && !labels) return <Refused error={error} onRetry={refetch} />;
  return (
    <>
      {!labels && <Skeleton label="Loading the labels" />}
      {labels?.length === 0 && <Empty icon="bookmark" text="This Project has no label yet." />}
      {labels && labels.length > 0 && (
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
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
    </>
  );
}
