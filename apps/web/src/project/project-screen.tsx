import { useState } from 'preact/hooks';
import { dataOf, api } from '../api/client.js';
import { usePages } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Switch } from '../parts/switch.js';
import { NewItemButton } from '../shell/new-item-button.js';
import { Refused } from '../shell/refused.js';
import { ItemList, LISTED_FIELDS } from '../work-item/item-list.js';
import { ProjectPage, useProjectPlace } from './project-page.js';

/** A Project: its Work Items. */
export function ProjectScreen() {
  const place = useProjectPlace();
  return (
    <ProjectPage place={place}>{() => <Items key={`${place.organization}/${place.project}`} {...place} />}</ProjectPage>
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
        <Switch isOn={all} onChange={setAll}>
          Show done
        </Switch>
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
