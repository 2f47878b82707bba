import { FavoriteButton } from './favorite-button.js';
import row from '../parts/row.module.css';
import { ProjectMark } from './project-mark.js';
import type { Project } from './projects.js';
import styles from './project-list.module.css';

interface ProjectListProps {
  readonly organization: string;
  readonly projects: readonly Project[];
}

export const ProjectList = ({ organization, projects }: ProjectListProps) => (
  <ul class={styles.grid}>
    {projects.map(({ id, key, name, color, description }) => (
      <li key={id} class={styles.card}>
        <div class={styles.head}>
          <ProjectMark color={color} />
          <a class={row.link} href={`/o/${organization}/${key}`}>
            {name}
          </a>
          <small>{key}</small>
          <FavoriteButton organization={organization} project={{ key, name }} />
        </div>
        {description !== null && description !== '' && <p>{description}</p>}
      </li>
    ))}
  </ul>
);
