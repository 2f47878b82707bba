import type { Schemas } from '../api/client.js';
import { PersonAvatar } from '../shell/person-avatar.js';
import row from '../parts/row.module.css';
import styles from './people.module.css';

interface PeopleListProps {
  readonly organization: string;
  readonly people: readonly Schemas['OrganizationUser'][];
}

/** People one under another; each leads to the profile. */
export const PeopleList = ({ organization, people }: PeopleListProps) => (
  <ul class={styles.people} aria-label="People">
    {people.map(({ publicId, name, username }) => (
      <li key={publicId} class={`${row.row} ${styles.person}`}>
        <PersonAvatar person={{ publicId, name }} size="large" />
        <span>
          <a class={row.link} href={`/o/${organization}/people/${publicId}`}>
            {name}
          </a>
          {username !== null && <small>@{username}</small>}
        </span>
      </li>
    ))}
  </ul>
);
