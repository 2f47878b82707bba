import { dataOf, api } from '../api/client.js';
import { usePages } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { isAdminOf } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { itemMark } from '../shell/items-in-hand.js';
import { Refused } from '../shell/refused.js';
import { TypeMark } from '../work-item/marks.js';
import { setArchived } from '../work-item/put-away.js';
import { focusNextRow } from './rows.js';
import styles from './archive.module.css';

/** The archived Work Items of a Project, the last changed ones first. */
export function ArchivedScreen() {
  const place = useProjectPlace();
  return (
    <ProjectFrame place={place} tab="List" title="Archived">
      <Items key={`${place.organization}/${place.project}`} {...place} />
    </ProjectFrame>
  );
}

const PAGE = 100;

function Items(place: ProjectPlace) {
  const { organization, project } = place;
  const { items, error, refetch, hasMore, isReadingMore, more } = usePages(
    ['archived-items', organization, project],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
          params: { path: projectPath(place), query: { archived: true, limit: PAGE, fields: 'title,type', ...after } },
          signal,
        }),
      ),
  );
  return (
    <Section title="Archived Work Items" actions={<a href={`/o/${organization}/${project}`}>Back to the list</a>}>
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && <Skeleton label="Loading archived Work Items" lines={5} />}
      {items?.length === 0 && <Empty icon="archive" text="No Work Item of this Project is archived." />}
      {items && items.length > 0 && (
        <ul class={styles.rows} aria-label="Archived Work Items">
          {items.map((item) => (
            <li key={item.id} class={styles.row} {...itemMark({ organization, key: item.key })}>
              <span class={styles.key}>{item.key}</span>
              {item.type && <TypeMark type={item.type} />}
              <a class={styles.title} href={`/o/${organization}/items/${item.key}`}>
                {item.title}
              </a>
              {isAdminOf(organization) && (
                <Button
                  aria-label={`Restore ${item.key} from the archive`}
                  onClick={({ currentTarget }) => {
                    focusNextRow(currentTarget);
                    void setArchived({ organization, key: item.key }, item, false);
                  }}
                >
                  Restore
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
    </Section>
  );
}
