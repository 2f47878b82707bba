import { isAdminOf, session } from '../api/session.js';
import { Avatar } from '../parts/avatar.js';
import { Icon } from '../parts/icon.js';
import type { PaletteAction, PaletteEntries, PaletteQuestion } from '../shell/contents.js';

/** The other Organizations of the user, which the palette opens, the settings of this one, and the form of a new one where users create them. */
export function useOrganizationActions({ organization, go }: PaletteQuestion): PaletteEntries {
  const way = (name: string, href: string, before = <Icon name="settings" />): PaletteAction => ({
    id: `organization ${href}`,
    name,
    group: 'Organizations',
    before,
    run: () => {
      go(href);
    },
  });
  const actions = [
    ...(session.value?.organizations ?? [])
      .filter(({ slug }) => slug !== organization?.slug)
      .map(({ slug, name }) => way(name, `/o/${slug}`, <Avatar name={name} square />)),
    ...(organization && isAdminOf(organization.slug)
      ? [way(`Settings and members of ${organization.name}`, `/o/${organization.slug}/settings`)]
      : []),
    ...(session.value?.canCreateOrganizations === true
      ? [way('Create an Organization …', '/organizations/new', <Icon name="plus" />)]
      : []),
  ];
  return { actions };
}
