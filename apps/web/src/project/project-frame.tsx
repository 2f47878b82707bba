import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { isAdminOf } from '../api/session.js';
import { Icon } from '../parts/icon.js';
import { Tabs } from '../parts/tabs.js';
import { Crumbs } from '../shell/crumbs.js';
import { Page, type PageProps } from '../shell/page.js';
import { NotFound } from '../shell/refused.js';
import { FavoriteButton } from './favorite-button.js';
import { ProjectMark } from './project-mark.js';
import { useKnownProject } from './projects.js';
import styles from './project-screen.module.css';

/** The Project that the address names. */
export function useProjectPlace(): ProjectPlace {
  const { params } = useRoute();
  return { organization: params.org ?? '', project: (params.project ?? '').toUpperCase() };
}

/** The tabs of a Project, with the end of their addresses. */
const TABS = {
  Board: '/board',
  Backlog: '/backlog',
  Sprints: '/sprints',
  List: '',
  Reports: '/reports',
  Activity: '/activity',
  Labels: '/labels',
  Settings: '/settings',
} as const;

type Tab = keyof typeof TABS;

interface ProjectFrameProps extends Pick<PageProps, 'actions' | 'afterTitle' | 'wide' | 'filling'> {
  readonly place: ProjectPlace;
  /** The tab of the screen, or the one that the screen belongs to. */
  readonly tab: Tab;
  /** The heading; by default the name of the tab. */
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** The page of every screen of a Project: its name, its tabs, then the screen. It is shown immediately, while the Project is being read. */
export function ProjectFrame({ place, tab: current, title = current, children, ...page }: ProjectFrameProps) {
  const { organization, project: key } = place;
  const { project, error } = useKnownProject(place);
  if (!project && error instanceof Refusal && [400, 404].includes(error.status)) return <NotFound />;
  const base = `/o/${organization}/${key}`;
  const tabs = (Object.keys(TABS) as Tab[]).filter((tab) => tab !== 'Settings' || isAdminOf(organization));
  return (
    <Page
      {...page}
      title={title}
      windowTitle={`${title} · ${project ? `${project.name} (${key})` : key}`}
      above={
        <>
          <div class={styles.project}>
            <Crumbs
              crumbs={[
                {
                  name: project?.name ?? key,
                  href: base,
                  mark: <ProjectMark color={project?.color ?? 'transparent'} />,
                },
              ]}
            />
            {project && <FavoriteButton organization={organization} project={project} />}
            {project?.archivedAt != null && (
              <span class={styles.archived}>
                <Icon name="archive" size={12} /> Archived
              </span>
            )}
          </div>
          <Tabs
            label="Project"
            tabs={tabs.map((tab) => ({ name: tab, href: base + TABS[tab], isCurrent: tab === current }))}
          />
        </>
      }
    >
      {children}
    </Page>
  );
}
