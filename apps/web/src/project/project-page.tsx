import type { ComponentChildren } from 'preact';
import { useLocation, useRoute } from 'preact-iso';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { isAdminOf } from '../api/session.js';
import { LinkButton } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Skeleton } from '../parts/skeleton.js';
import { Tabs } from '../parts/tabs.js';
import { Page } from '../shell/page.js';
import { NotFound, Refused } from '../shell/refused.js';
import { ProjectMark } from './project-mark.js';
import { useProject, type Project } from './projects.js';
import styles from './project-screen.module.css';

/** The Project that the address names. */
export function useProjectPlace(): ProjectPlace {
  const { params } = useRoute();
  return { organization: params.org ?? '', project: (params.project ?? '').toUpperCase() };
}

interface ProjectPageProps {
  readonly place: ProjectPlace;
  /** Renders the tab. It is called immediately, without the Project while that is being read. */
  readonly children: (project: Project | undefined) => ComponentChildren;
}

/** The frame of the pages of a Project that are views of itself: its name, the ways on, its tabs. */
export function ProjectPage({ place, children }: ProjectPageProps) {
  const { organization, project: key } = place;
  const { path } = useLocation();
  const { data: project, error, refetch } = useProject(organization, key);
  if (error instanceof Refusal && [400, 404].includes(error.status)) return <NotFound />;
  const base = `/o/${organization}/${key}`;
  const tabs = [
    { name: 'Work Items', href: base },
    { name: 'Activity', href: `${base}/activity` },
    { name: 'Labels', href: `${base}/labels` },
    ...(isAdminOf(organization) ? [{ name: 'Settings', href: `${base}/settings` }] : []),
  ];
  const here = path.replace(/\/+$/, '').replace(/^(\/o\/[^/]+\/)([^/]+)/, (_, before: string) => before + key);
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
          <LinkButton href={`${base}/board`}>
            <Icon name="board" /> Board
          </LinkButton>
          <LinkButton href={`${base}/backlog`}>
            <Icon name="layers" /> Backlog
          </LinkButton>
          <LinkButton href={`${base}/reports`}>
            <Icon name="chart" /> Reports
          </LinkButton>
        </>
      }
    >
      {project?.description != null && project.description !== '' && (
        <p class={styles.description}>{project.description}</p>
      )}
      {error && !project ? (
        <Refused error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {!project && <Skeleton label="Loading the Project" lines={10} />}
          {/* Read immediately, but shown below the description of the Project: it would move. */}
          <div hidden={!project}>
            <Tabs label={`Views of ${key}`} tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.href === here }))} />
            {children(project)}
          </div>
        </>
      )}
    </Page>
  );
}
