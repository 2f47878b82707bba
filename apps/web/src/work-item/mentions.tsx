import { matching } from '../parts/matching.js';
import type { Choice } from '../parts/listbox.js';
import type { TextPeople } from '../parts/text-place.js';
import { PersonAvatar } from '../shell/person-avatar.js';
import { usePeople } from './choices.js';
import styles from './mentions.module.css';

const MOST_SHOWN = 8;
const NOBODY: readonly Choice[] = [];

/** The people whom texts in an Organization mention by their usernames. */
export const peopleOf = (organization: string): TextPeople => ({
  useFound: (text) => {
    const { people } = usePeople(organization, text ?? '', text !== undefined);
    if (text === undefined) return NOBODY;
    const choices = people.flatMap(({ publicId, name, username }): readonly Choice[] =>
      username === null
        ? []
        : [
            {
              id: username,
              name,
              words: username,
              before: <PersonAvatar person={{ publicId, name }} />,
              after: username,
            },
          ],
    );
    return matching(choices, text).slice(0, MOST_SHOWN);
  },
  mention: (username, written) => <MentionLink organization={organization} username={username} written={written} />,
});

interface MentionLinkProps {
  readonly organization: string;
  readonly username: string;
  readonly written: string;
}

/** A mention: a link with the name and the picture of the person. A username that nobody has is text. */
function MentionLink({ organization, username, written }: MentionLinkProps) {
  const person = usePeople(organization, username).people.find((one) => one.username === username);
  if (!person) return <>{written}</>;
  const { publicId, name } = person;
  return (
    <a class={styles.mention} href={`/o/${organization}/people/${publicId}`}>
      {written}
      <span class={styles.person} aria-hidden="true">
        <PersonAvatar person={{ publicId, name }} />
        {name}
      </span>
    </a>
  );
}
