import { useInfiniteQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { answerOf, api } from '../api/client.js';
import { Refusal } from '../api/refusal.js';
import { Button, LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Icon } from '../parts/icon.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Switch } from '../parts/switch.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { PROJECT_PARTS } from '../shell/slots.js';
import { ItemList } from '../work-item/item-list.js';
import { ProjectMark } from './project-mark.js';
import { useProject } from './projects.js';
import styles from './project-screen.module.css';

/** A Project: its Work Items, and the ways on. */
export function ProjectScreen() {
  const { params } = useRoute();
  const organization = params.org ?? '';
  const key = (params.project ?? '').toUpperCase();
  const { data: project, error, refetch } = useProject(organization, key);
  if (error instanceof Refusal && [400, 404].includes(error.status)) return <NotFound />;
  return (
    <Page
      title={project?.name ?? key}
      above={
        <>
          <ProjectMark color={project?.color ?? 'transparent'} />
          <span>{key}</span>
          {project?.archivedAt != null && (
            <span class={styles.archived}>
              <Icon name="archive" size={12} /> Archived
            </span>
          )}
        </>
      }
      actions={
        <>
          <LinkButton href={`/o/${organization}/${key}/board`}>
            <Icon name="board" /> Board
          </LinkButton>
          <LinkButton href={`/o/${organization}/${key}/backlog`}>
            <Icon name="layers" /> Backlog
          </LinkButton>
          <LinkButton href={`/o/${organization}/${key}/reports`}>
            <Icon name="chart" /> Reports
          </LinkButton>
        </>
      }
    >
      {error && !project ? (
        <Refused error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {project?.description != null && project.description !== '' && (
            <p class={styles.description}>{project.description}</p>
          )}
          {/* Read at once, but shown below the description of the Project: it would move. */}
          <div hidden={!project}>
            <Items key={`${organization}/${key}`} organization={organization} project={key} />
            {PROJECT_PARTS.map((Part, at) => (
              <Part key={at} organization={organization} project={key} />
            ))}
          </div>
        </>
      )}
    </Page>
  );
}

const PAGE = 100;
const FIELDS = 'title,type,status,priority,storyPoints,dueDate,assignee';

function Items({ organization, project }: { readonly organization: string; readonly project: string }) {
  const [all, setAll] = useState(false);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['items', organization, project, { all }],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
          params: {
            path: { organizationSlug: organization, projectKey: project },
            query: {
              sort: 'rank',
              scope: all ? 'all' : 'open',
              limit: PAGE,
              fields: FIELDS,
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
      {hasNextPage && (
        <div class={styles.more}>
          <Button
            kind="plain"
            disabled={isFetchingNextPage}
            onClick={() => {
              void fetchNextPage();
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </Section>
  );
}
