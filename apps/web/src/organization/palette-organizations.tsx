import { session } from '../api/session.js';
import { Avatar } from '../parts/avatar.js';
import type { PaletteAction, PaletteQuestion } from '../shell/contents.js';

/** The other Organizations of the user, which the palette opens. */
export const useOrganizationActions = ({ organization, go }: PaletteQuestion): readonly PaletteAction[] =>
  (session.value?.organizations ?? [])
    .filter(({ slug }) => slug !== organization?.slug)
    .map(({ slug, name }) => ({
      id: `organization ${slug}`,
      name,
      group: 'Organizations',
      before: <Avatar name={name} square />,
      run: () => {
        go(`/o/${slug}`);
      },
    }));
