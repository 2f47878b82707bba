import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon, type IconName } from '../parts/icon.js';
import { openNewItem } from '../shell/open.js';
import { usePlace } from '../shell/place.js';
import { keepName, keptNames } from './kept-names.js';
import { useProjects } from './projects.js';
import styles from './bottom-bar.module.css';

/** The ways of the bottom bar, which are loaded on phones only. */
export function BottomWays() {
  const { organization } = usePlace();
  const isUsable = organization !== undefined && !organization.suspended;
  return (
    <>
      <Way href="/" icon="inbox">
        My Work
      </Way>
      {isUsable && <OfOrganization slug={organization.slug} />}
    </>
  );
}

function OfOrganization({ slug }: { readonly slug: string }) {
  const project = useLastProject(slug);
  return (
    <>
      {project !== undefined && (
        <Way href={project === '' ? `/o/${slug}` : `/o/${slug}/${project}/board`} icon="board">
          {project === '' ? 'Projects' : 'Board'}
        </Way>
      )}
      {/* Nothing moves when the Projects come. */}
      {project === undefined && <span class={styles.way} />}
      <button
        type="button"
        class={styles.way}
        onClick={() => {
          openNewItem();
        }}
      >
        <Icon name="plus" size={20} />
        Create
      </button>
      <Way href={`/o/${slug}/search`} icon="search">
        Search
      </Way>
    </>
  );
}

interface WayProps {
  readonly href: string;
  readonly icon: IconName;
  readonly children: ComponentChildren;
}

function Way({ href, icon, children }: WayProps) {
  const { path } = useLocation();
  return (
    <a class={styles.way} href={href} aria-current={path === href ? 'page' : undefined}>
      <Icon name={icon} size={20} />
      {children}
    </a>
  );
}

/** The key of the Project of the page, else of the one that was seen last, else of the first one. Empty: there is no Project; undefined: not known yet. */
function useLastProject(organization: string): string | undefined {
  const { project: shown } = usePlace();
  const { data } = useProjects(organization);
  const visited = keptNames('visited', organization);
  const find = (wanted: string | undefined) => data?.items.find(({ key }) => key === wanted);
  const known = find(shown);
  useEffect(() => {
    if (known && visited.peek()[0]?.key !== known.key) keepName(visited, known, { most: 1 });
  }, [known, visited]);
  const last = visited.value[0]?.key;
  if (shown !== undefined || !data) return shown ?? last;
  return (find(last) ?? data.items[0])?.key ?? '';
}
