import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { dataOf, api } from '../api/client.js';
import { session } from '../api/session.js';
import { Avatar } from '../parts/avatar.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Picker } from '../parts/picker.js';
import { ProjectMark } from '../project/project-mark.js';
import { useProjects } from '../project/projects.js';
import { useReportActions } from '../reports/palette-reports.js';
import { StatusMark } from '../work-item/marks.js';
import { itemsInHand } from './items-in-hand.js';
import { closeOpened } from './open.js';
import type { PaletteAction } from './palette-action.js';
import { usePlace } from './place.js';
import { registry } from './registry.js';
import { PLACES } from './shortcuts.js';
import { Keys } from './shown-keys.js';

/** Milliseconds after the last key until the server is asked. */
const PAUSE = 150;
const LEAST_LETTERS = 2;
const MOST_ITEMS = 8;
const MOST_PEOPLE = 5;

/** Everything that can be done or opened from here, found by typing. */
export function Palette({ onlyProjects }: { readonly onlyProjects: boolean }) {
  const { route } = useLocation();
  const { organization, project } = usePlace();
  const [text, setText] = useState('');
  const projects = useProjectActions(organization?.slug, route);
  const reports = useReportActions(organization?.slug, project, route);
  const slug = onlyProjects || organization?.suspended ? undefined : organization?.slug;
  const items = useItemActions(slug, text, route);
  const people = usePeopleActions(slug, text, route);

  const commands = registry.commands
    .filter(({ isHidden, id, holds }) => !isHidden && id !== 'palette' && holds())
    .sort((one, other) => PLACES.indexOf(one.when) - PLACES.indexOf(other.when))
    .map(({ id, name, keys, when, run }) => ({
      id: `command ${id}`,
      name,
      group: when === 'item' ? nameOfItems() : 'Commands',
      before: <Icon name="arrowRight" />,
      ...(keys[0] !== undefined && { after: <Keys sequence={keys[0]} /> }),
      run,
    }));
  const organizations = (session.value?.organizations ?? [])
    .filter(({ slug }) => slug !== organization?.slug)
    .map(({ slug, name }) => ({
      id: `organization ${slug}`,
      name,
      group: 'Organizations',
      before: <Avatar name={name} square />,
      run: () => {
        route(`/o/${slug}`);
      },
    }));
  const actions: readonly PaletteAction[] = onlyProjects
    ? projects
    : [...commands, ...reports, ...projects, ...organizations, ...items, ...people];

  return (
    <Dialog title={onlyProjects ? 'Projects' : 'Commands'} place="top" bare onClose={closeOpened}>
      <Picker
        label={onlyProjects ? 'Go to a Project' : 'Find or do'}
        placeholder={onlyProjects ? 'Go to a Project …' : 'Type to find or do …'}
        choices={actions}
        onText={setText}
        onChoose={(id) => {
          closeOpened();
          actions.find((action) => action.id === id)?.run();
        }}
      />
    </Dialog>
  );
}

/** The Work Items that commands are about: `WEB-3`, `3 Work Items`. */
function nameOfItems(): string {
  const items = itemsInHand();
  return items.length === 1 ? (items[0]?.key ?? '') : `${items.length} Work Items`;
}

type Go = (url: string) => void;

function useProjectActions(organization: string | undefined, go: Go): readonly PaletteAction[] {
  const { data } = useProjects(organization ?? '', { enabled: organization !== undefined });
  return (data?.items ?? []).map(({ key, name, color }) => ({
    id: `project ${key}`,
    name,
    words: key,
    group: 'Projects',
    before: <ProjectMark color={color} />,
    after: key,
    run: () => {
      go(`/o/${organization}/${key}`);
    },
  }));
}

/** The text after a pause in the typing; `undefined` while it is too short to ask the server. */
function useSettled(typed: string): string | undefined {
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(setText, PAUSE, typed.trim());
    return () => {
      clearTimeout(timer);
    };
  }, [typed]);
  return text.length < LEAST_LETTERS ? undefined : text;
}

function useItemActions(organization: string | undefined, typed: string, go: Go): readonly PaletteAction[] {
  const text = useSettled(typed);
  const enabled = organization !== undefined && text !== undefined;
  const { data } = useQuery({
    queryKey: ['found-items', organization, text],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/work-items', {
          params: { path: { organizationSlug: organization ?? '' }, query: { q: text ?? '', limit: MOST_ITEMS } },
          signal,
        }),
      ),
    enabled,
    placeholderData: keepPreviousData,
  });
  if (!enabled || !data) return [];
  return data.items.map(({ key, title = '', status = 'backlog' }) => ({
    id: `item ${key}`,
    name: title,
    // The server has found it by this text, which can stand in its description.
    words: `${key} ${typed}`,
    group: 'Work Items',
    before: <StatusMark status={status} />,
    after: key,
    run: () => {
      go(`/o/${organization}/items/${key}`);
    },
  }));
}

function usePeopleActions(organization: string | undefined, typed: string, go: Go): readonly PaletteAction[] {
  const text = useSettled(typed);
  const enabled = organization !== undefined && text !== undefined;
  const { data } = useQuery({
    queryKey: ['found-people', organization, text],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/users', {
          params: { path: { organizationSlug: organization ?? '' }, query: { q: text ?? '', limit: MOST_PEOPLE } },
          signal,
        }),
      ),
    enabled,
    placeholderData: keepPreviousData,
  });
  if (!enabled || !data) return [];
  return data.items.map(({ publicId, name, username }) => ({
    id: `person ${publicId}`,
    name,
    words: username ?? '',
    group: 'People',
    before: <Avatar name={name} />,
    ...(username !== null && { after: `@${username}` }),
    run: () => {
      go(`/o/${organization}/people/${publicId}`);
    },
  }));
}
