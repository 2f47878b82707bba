import { useInfiniteQuery } from '@tanstack/preact-query';
import { dataOf, api } from '../api/client.js';
import { ActivityList } from '../activity/activity-list.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Card } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Refused } from '../shell/refused.js';
import { ProjectPage, useProjectPlace } from './project-page.js';
import type { ProjectPlace } from './projects.js';

/** The activity in a Project, newest first. */
export function ProjectActivityScreen() {
  const place = useProjectPlace();
  return <ProjectPage place={place}>{() => <Activity {...place} />}</ProjectPage>;
}

const PAGE = 50;

function Activity({ organization, project }: ProjectPlace) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['activity', organization, project, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/activity', {
          params: {
            path: { organizationSlug: organization, projectKey: project },
            query: { limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  });
  const events = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  return (
    <Card>
      {!data && <Skeleton label="Loading the activity" lines={10} />}
      {data && events.length === 0 && <Empty icon="activity" text="Nothing has happened in this Project yet." />}
      {events.length > 0 && <ActivityList organization={organization} events={events} />}
      {hasNextPage && <More isLoading={isFetchingNextPage} onMore={fetchNextPage} />}
    </Card>
  );
}
