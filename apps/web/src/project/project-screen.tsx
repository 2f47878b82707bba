import { useState } from 'preact/hooks';
import { dataOf, api } from '../api/client.js';
import { usePages } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { isOwnerOf } from '../api/session.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Switch } from '../parts/switch.js';
import { NewItemButton } from '../shell/new-item-button.js';
import { Refused } from '../shell/refused.js';
import { ItemList, LISTED_FIELDS } from '../work-item/item-list.js';
import { ProjectFrame, useProjectPlace } from './project-frame.js';
import { useKnownProject } from './projects.js';
import styles from './project-screen.module.css';

/** The description of a Project, and its Work Items as a list. */
export function ProjectScreen() {
  const place = useProjectPlace();
  const { project, error } = useKnownProject(place);
  return (
    <ProjectFrame place={place} tab="List">
      {project?.description != null && project.description !== '' && (
        <p class={styles.description}>{project.description}</p>
      )}
      {!project && !error && <Skeleton label="Loading the Project" lines={10} />}
      {/* Read immediately, but shown below the description of the Project: it would move. */}
      <div hidden={!project && !error}>
        <Items key={`${place.organization}/${place.project}`} {...place} />
      </div>
    </ProjectFrame>
  );
}

const PAGE = 100;

function Items(place: ProjectPlace) {
  const [all, setAll] = useState(false);
  const { items, error, refetch, hasMore, isReadingMore, more } = usePages(
    ['items', place.organization, place.project, { all }],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
          params: {
            path: projectPath(place),
            query: { sort: 'rank', scope: all ? 'all' : 'open', limit: PAGE, fields: LISTED_FIELDS, ...after },
          },
          signal,
        }),
      ),
    { meta: { refresh: 'whole' } },
  );
  return (
    <Section
      title="Work Items"
      actions={
        <div class={styles.away}>
          <a href={`/o/${place.organization}/${place.project}/archived`}>Archived</a>
          {isOwnerOf(place.organization) && <a href={`/o/${place.organization}/${place.project}/deleted`}>Deleted</a>}
          <Switch isOn={all} onChange={setAll}>
            Show done
          </Switch>
        </div>
      }
    >
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && <Skeleton label="Loading Work Items" lines={10} />}
      {items?.length === 0 && (
        <Empty
          icon="inbox"
          text={all ? 'This Project has no Work Item yet.' : 'No Work Item of this Project is open.'}
          action={<NewItemButton values={{ project: place.project }} />}
        />
      )}
      {items && items.length > 0 && <ItemList label="Work Items" items={items} organization={place.organization} />}
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
    </Section>
  );
}
