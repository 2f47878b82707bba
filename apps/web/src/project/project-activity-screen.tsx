import { dataOf, api } from '../api/client.js';
import { usePages } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { ActivityList } from '../activity/activity-list.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Card } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Refused } from '../shell/refused.js';
import { ProjectFrame, useProjectPlace } from './project-frame.js';

/** The activity in a Project, newest first. */
export function ProjectActivityScreen() {
  const place = useProjectPlace();
  return (
    <ProjectFrame place={place} tab="Activity">
      <Activity {...place} />
    </ProjectFrame>
  );
}

const PAGE = 50;

function Activity(place: ProjectPlace) {
  const { items, error, refetch, hasMore, isReadingMore, more } = usePages(
    ['activity', place.organization, place.project, 'pages'],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/activity', {
          params: { path: projectPath(place), query: { limit: PAGE, ...after } },
          signal,
        }),
      ),
  );
  if (error && !items) return <Refused error={error} onRetry={refetch} />;
  return (
    <Card>
      {!items && <Skeleton label="Loading the activity" lines={10} />}
      {items?.length === 0 && <Empty icon="activity" text="Nothing has happened in this Project yet." />}
      {items && items.length > 0 && <ActivityList organization={place.organization} events={items} />}
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
    </Card>
  );
}
