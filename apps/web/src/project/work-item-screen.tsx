import { useLocation, useRoute } from 'preact-iso';
import { Refusal } from '../api/refusal.js';
import { LinkButton } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Skeleton } from '../parts/skeleton.js';
import { usePageItem } from '../shell/items-in-hand.js';
import { Crumbs } from '../shell/crumbs.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { neighboursOf } from '../work-item/came-from.js';
import { itemChanges } from '../work-item/item-changes.js';
import { ItemMenu } from '../work-item/item-menu.js';
import { ItemTitle } from '../work-item/item-title.js';
import { ItemView } from '../work-item/item-view.js';
import { projectOf } from '../work-item/item-key.js';
import { ThumbBar } from '../work-item/thumb-bar.js';
import { useWorkItem, type ItemPlace } from '../work-item/work-item.js';
import { ProjectMark } from './project-mark.js';
import { useKnownProject } from './projects.js';
import { useRecent } from './recent-items.js';

/** The page of a Work Item. */
export function WorkItemScreen() {
  const { params } = useRoute();
  const organization = params.org ?? '';
  const key = (params.key ?? '').toUpperCase();
  usePageItem(organization, key);
  return <WorkItemPage key={`${organization}/${key}`} place={{ organization, key }} />;
}

function WorkItemPage({ place }: { readonly place: ItemPlace }) {
  const { organization, key } = place;
  const { data, error, refetch } = useWorkItem(place);
  useRecent(place, data?.title, error);
  // The loaded Work Item stays, so that nothing that is being typed is lost.
  if (error instanceof Refusal && [400, 404].includes(error.status) && !data) return <NotFound />;
  const item = data && itemChanges.over(data);
  return (
    <Page
      title={item?.title ?? key}
      windowTitle={item ? `${key} ${item.title}` : key}
      above={<Way place={place} parent={item || error ? (item?.parent ?? null) : undefined} />}
      actions={
        item && (
          <>
            <Neighbours />
            <ItemMenu place={place} item={item} />
          </>
        )
      }
      afterTitle={item && <ItemTitle key={item.id} place={place} item={item} isFixed={item.archivedAt !== null} />}
    >
      {error && !item && <Refused error={error} onRetry={() => void refetch()} />}
      {!item && !error && <Skeleton label="Loading the Work Item" lines={8} />}
      {item && <ItemView place={{ organization, key }} item={item} />}
      {item?.archivedAt === null && <ThumbBar place={place} item={item} />}
    </Page>
  );
}

interface WayProps {
  readonly place: ItemPlace;
  /** `undefined` while it is not known. */
  readonly parent: { readonly key: string; readonly title: string } | null | undefined;
}

function Way({ place: { organization, key }, parent }: WayProps) {
  const project = projectOf(key);
  const { project: known, error } = useKnownProject({ organization, project });
  const ofItem = (item: string, title?: string) => ({ name: item, href: `/o/${organization}/items/${item}`, title });
  return (
    <Crumbs
      crumbs={[
        {
          name: known?.name ?? project,
          href: `/o/${organization}/${project}`,
          mark: <ProjectMark color={known?.color ?? 'transparent'} />,
        },
        // Shown together with the name of the Project and the parent: they would move when these come.
        ...((known || error) && parent !== undefined
          ? [...(parent ? [ofItem(parent.key, parent.title)] : []), ofItem(key)]
          : []),
      ]}
    />
  );
}

/** The ways to the Work Items next to this one in the list that it was opened from. */
function Neighbours() {
  const { path } = useLocation();
  const found = neighboursOf(path);
  if (!found) return null;
  const { before, after, position, count } = found;
  return (
    <>
      {before !== undefined && (
        <LinkButton href={before} label="Previous Work Item of the list">
          <Icon name="arrowLeft" />
        </LinkButton>
      )}
      <small>
        {position} of {count}
      </small>
      {after !== undefined && (
        <LinkButton href={after} label="Next Work Item of the list">
          <Icon name="arrowRight" />
        </LinkButton>
      )}
    </>
  );
}
