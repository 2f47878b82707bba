import { useLocation } from 'preact-iso';
import { useCommands, type CommandOfScreen } from './commands.js';
import type { Contents } from './contents.js';
import { openHelp, openPalette, openProjects } from './open.js';
import { usePlace } from './place.js';
import { switchTheme, theme } from './preferences.js';
import { leave } from './sign-out.js';

/** The commands that every screen has. */
export function useGlobalCommands(links: Contents['links']): void {
  const { route } = useLocation();
  const { organization, project } = usePlace();
  const slug = organization?.slug;
  const to = (href: string) => () => {
    route(href);
  };
  const ofProject: readonly CommandOfScreen[] =
    slug === undefined || project === undefined
      ? []
      : [
          { id: 'go board', name: `Go to the board of ${project}`, run: to(`/o/${slug}/${project}/board`) },
          { id: 'go backlog', name: `Go to the backlog of ${project}`, run: to(`/o/${slug}/${project}/backlog`) },
          { id: 'go reports', name: `Go to the reports of ${project}`, run: to(`/o/${slug}/${project}/reports`) },
          { id: 'activity', name: `Go to the activity of ${project}`, run: to(`/o/${slug}/${project}/activity`) },
          { id: 'labels', name: `Go to the labels of ${project}`, run: to(`/o/${slug}/${project}/labels`) },
        ];
  const ofOrganization: readonly CommandOfScreen[] =
    organization === undefined
      ? []
      : [
          { id: 'search', run: to(`/o/${organization.slug}/search`) },
          { id: 'go search', run: to(`/o/${organization.slug}/search`) },
          { id: 'organization', name: `Go to ${organization.name}`, run: to(`/o/${organization.slug}`) },
          { id: 'people', name: `Go to the people of ${organization.name}`, run: to(`/o/${organization.slug}/people`) },
        ];
  useCommands(
    [
      { id: 'palette', run: openPalette },
      { id: 'help', run: openHelp },
      { id: 'go my work', run: to('/') },
      { id: 'go project', run: openProjects },
      ...ofProject,
      ...ofOrganization,
      ...links.map(({ name, href }) => ({ id: `go ${href}`, name, run: to(href) })),
      { id: 'theme', name: 'Switch between light and dark', run: switchTheme },
      {
        id: 'theme of the system',
        name: 'Follow the system theme',
        run: () => {
          theme.value = 'auto';
        },
      },
      { id: 'sign out', name: 'Sign out', run: leave },
    ],
    [slug, project, route],
  );
}
