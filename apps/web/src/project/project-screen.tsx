import { useInfiniteQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { dataOf, api } from '../api/client.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Switch } from '../parts/switch.js';
import { Refused } from '../shell/refused.js';
import { ItemList, LISTED_FIELDS } from '../work-item/item-list.js';
import { ProjectPage, useProjectPlace } from './project-page.js';
import type { ProjectPlace } from './projects.js';

/** A Project: its Work Items. */
export function ProjectScreen() {
  const place = useProjectPlace();
  return (
    <ProjectPage place={place}>{() => <Items key={`${place.organization}/${place.project}`} {...place} />}</ProjectPage>
  );
}

const PAGE = 100;

function Items({ organization, project }: ProjectPlace) {
  const [all, setAll] = useState(false);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['items', organization, project, { all }],
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
          params: {
            path: { organizationSlug: organization, projectKey: project },
            query: {
              sort: 'rank',
              scope: all ? 'all' : 'open',
              limit: PAGE,
              fields: LISTED_FIELDS,
              ...(pageParam !== '' && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      title="Work Items"
      actions={
        <Switch isOn={all} onChange={setAll}>
          Show done
        </Switch>
      }
    >
      {error && !data && <Refused error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Loading Work Items" lines={10} />}
      {data && items.length === 0 && (
        <Empty
          icon="inbox"
          text={all ? 'This Project has no Work Item yet.' : 'No Work Item of this Project is open.'}
        />
      )}
      {items.length > 0 && <ItemList label="Work Items" items={items} organization={organization} />}
      {hasNextPage && <More isLoading={isFetchingNextPage} onMore={fetchNextPage} />}
    </Section>
  );
}
