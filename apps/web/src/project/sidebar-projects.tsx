import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon } from '../parts/icon.js';
import { matching } from '../parts/matching.js';
import { usePlace } from '../shell/place.js';
import styles from '../shell/sidebar.module.css';
import { keptNames, type Named } from './kept-names.js';
import { ProjectMark } from './project-mark.js';
import { useProjects, useProjectsToFind } from './projects.js';

interface SidebarProps {
  readonly organization: string;
}

/** More Projects than this have a filter. */
const MOST_WITHOUT_FILTER = 8;

const LONGEST_TEXT = 100;

/** The Projects that the user has chosen as favorites, by name. */
export function SidebarFavorites({ organization }: SidebarProps) {
  const { data } = useProjects(organization);
  const favorites = keptNames('favorites', organization).value;
  if (favorites.length === 0) return null;
  // The name and the color of the present, where they are known.
  const shown = favorites.map((kept) => data?.items.find(({ key }) => key === kept.key) ?? kept);
  return (
    <>
      <h2 class={styles.title}>Favorites</h2>
      <Projects
        label="Favorites"
        organization={organization}
        projects={[...shown].sort((one, other) => one.name.localeCompare(other.name))}
      />
    </>
  );
}

/** The other Projects of the Organization that is shown, with a filter where there are many. */
export function SidebarProjects({ organization }: SidebarProps) {
  const { path, route } = useLocation();
  const [typed, setTyped] = useState('');
  const isFiltered = typed.trim() !== '';
  const { projects, isLoading } = useProjectsToFind(organization, { all: isFiltered });
  const favorites = new Set(keptNames('favorites', organization).value.map(({ key }) => key));
  useEffect(() => {
    setTyped('');
  }, [organization, path]);
  const hasFilter = projects.length > MOST_WITHOUT_FILTER;
  const shown = isFiltered
    ? matching(
        projects.map((project) => ({ ...project, words: project.key })),
        typed,
      )
    : projects.filter(({ key }) => !favorites.has(key));
  const [first] = shown;
  if (shown.length === 0 && !hasFilter) return null;
  return (
    <>
      <h2 class={styles.title}>Projects</h2>
      {hasFilter && (
        <search class={styles.filter}>
          <Icon name="filter" size={14} />
          <input
            type="search"
            aria-label="Filter Projects"
            placeholder="Filter"
            maxLength={LONGEST_TEXT}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && isFiltered && first) route(hrefOf(organization, first));
              if (event.key !== 'Escape' || typed === '') return;
              // It clears the field, and leaves the navigation open.
              event.preventDefault();
              setTyped('');
            }}
          />
        </search>
      )}
      {isFiltered && (
        <p class={shown.length === 0 ? styles.note : 'visually-hidden'} role="status">
          {isLoading ? 'Searching …' : shown.length === 0 ? 'No Project matches.' : `${shown.length} found`}
        </p>
      )}
      {shown.length > 0 && <Projects label="Projects" organization={organization} projects={shown} />}
    </>
  );
}

interface ProjectsProps extends SidebarProps {
  readonly label: string;
  readonly projects: readonly (Named & { readonly color?: string })[];
}

/** Links to Projects; the one of the address is marked. */
function Projects({ label, organization, projects }: ProjectsProps) {
  const { path } = useLocation();
  const { project: current } = usePlace();
  return (
    <ul class={styles.list} aria-label={label}>
      {projects.map((project) => (
        <li key={project.key}>
          <a
            class={styles.link}
            href={hrefOf(organization, project)}
            data-current={project.key === current || undefined}
            aria-current={path === hrefOf(organization, project) ? 'page' : undefined}
          >
            <ProjectMark color={project.color ?? 'transparent'} />
            <span title={project.name}>{project.name}</span>
            <small>{project.key}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}

const hrefOf = (organization: string, { key }: Named) => `/o/${organization}/${key}`;
