import {
  namedProject,
  namedSprints,
  namedUser,
  namedWorkItem,
  type NamedSprints,
  type NamedUser,
  type SqueakQLValue,
} from '@worktrack/application';
import type { SqueakQLContext } from './context.js';

// Conditions on the references of an item, by the names in the query. One name is compared with `=`, so that an index can be scanned in
// its order; several names are compared as a set.

/** Builds the condition that the item has one of these keys. */
export function keyCondition(values: readonly SqueakQLValue[], context: SqueakQLContext): string {
  return withKeys(values, context, 'item.project_id', 'item.number');
}

/** Builds the condition that the parent of the item has one of these keys. A parent is in the Project of its child, so it is as visible. */
export function parentCondition(values: readonly SqueakQLValue[], context: SqueakQLContext): string {
  const { organizationId } = context;
  const parentKeyCondition = withKeys(values, context, 'parent.project_id', 'parent.number');
  const parents = `select parent.id from work_items parent where parent.organization_id = ${organizationId} and ${parentKeyCondition}`;
  return values.length === 1 ? `item.parent_id = (${parents})` : `item.parent_id in (${parents})`;
}

function withKeys(
  values: readonly SqueakQLValue[],
  { parameters, organizationId }: SqueakQLContext,
  projectId: string,
  number: string,
): string {
  const keys = present(values.map(namedWorkItem));
  const [only] = keys;
  if (!only) return 'false';
  if (keys.length === 1) {
    return `(${projectId} = (
      select named.id from projects named
      where named.organization_id = ${organizationId} and named.key = ${parameters.add(only.projectKey, 'text')})
      and ${number} = ${parameters.add(only.number, 'bigint')})`;
  }
  const projectKeys = parameters.add(
    keys.map(({ projectKey }) => projectKey),
    'text[]',
  );
  const numbers = parameters.add(
    keys.map((key) => String(key.number)),
    'bigint[]',
  );
  return `(${projectId}, ${number}) in (
    select named.id, key.number from unnest(${projectKeys}, ${numbers}) key (project, number)
    join projects named on named.organization_id = ${organizationId} and named.key = key.project)`;
}

export function projectCondition(
  values: readonly SqueakQLValue[],
  { parameters, organizationId }: SqueakQLContext,
): string {
  const keys = present(values.map(namedProject));
  const [only] = keys;
  if (only === undefined) return 'false';
  const projects = `select named.id from projects named where named.organization_id = ${organizationId} and named.key`;
  return keys.length === 1
    ? `item.project_id = (${projects} = ${parameters.add(only, 'text')})`
    : // An array is computed once, and compared with the many items of an index that is walked.
      `item.project_id = any(array(${projects} = any(${parameters.add(keys, 'text[]')})))`;
}

/** Builds the condition that `column` refers to one of these users. A removed account matches nothing; a former member has no username. */
export function userCondition(column: string, values: readonly SqueakQLValue[], context: SqueakQLContext): string {
  const users = present(values.map(namedUser));
  const [only] = users;
  if (!only) return 'false';
  return users.length === 1 ? `${column} = ${userId(only, context)}` : `${column} in (${userIds(users, context)})`;
}

function userId(user: NamedUser, { parameters, organizationId, viewer }: SqueakQLContext): string {
  switch (user.kind) {
    case 'me':
      return parameters.add(viewer.actorId, 'uuid');
    case 'publicId':
      return `(select named.id from users named
        where named.public_id = ${parameters.add(user.publicId, 'text')} and named.removed_at is null)`;
    case 'username':
      return `(select named.user_id from memberships named
        where named.organization_id = ${organizationId} and named.username = ${parameters.add(user.username, 'text')})`;
  }
}

function userIds(users: readonly NamedUser[], { parameters, organizationId, viewer }: SqueakQLContext): string {
  const publicIds = users.flatMap((user) => (user.kind === 'publicId' ? user.publicId : []));
  const usernames = users.flatMap((user) => (user.kind === 'username' ? user.username : []));
  return [
    ...(users.some(({ kind }) => kind === 'me') ? [`select ${parameters.add(viewer.actorId, 'uuid')}`] : []),
    ...(publicIds.length > 0
      ? [
          `select named.id from users named
           where named.public_id = any(${parameters.add(publicIds, 'text[]')}) and named.removed_at is null`,
        ]
      : []),
    ...(usernames.length > 0
      ? [
          `select named.user_id from memberships named
           where named.organization_id = ${organizationId} and named.username = any(${parameters.add(usernames, 'text[]')})`,
        ]
      : []),
  ].join(' union all ');
}

/** Builds the condition that the item has no reporter. A removed account counts as none. */
export function noReporterCondition(): string {
  return `not exists (select from users reporter where reporter.id = item.reporter_id and reporter.removed_at is null)`;
}

export function sprintCondition(values: readonly SqueakQLValue[], context: SqueakQLContext): string {
  const { parameters } = context;
  const sprints = values.map(namedSprints);
  const [only] = sprints;
  if (sprints.length === 1 && only?.kind === 'id') return `item.sprint_id = ${parameters.add(only.id, 'uuid')}`;
  const of = <Kind extends NamedSprints['kind']>(kind: Kind) =>
    sprints.filter((sprint): sprint is Extract<NamedSprints, { readonly kind: Kind }> => sprint.kind === kind);
  const ids = of('id').map(({ id }) => id);
  const names = of('name').map(({ folded }) => folded);
  const states = of('state').map(({ state }) => state);
  return sprintConditionOf(
    [
      ...(ids.length > 0 ? [`named.id = any(${parameters.add(ids, 'uuid[]')})`] : []),
      ...(names.length > 0 ? [`named.folded_name = any(${parameters.add(names, 'text[]')})`] : []),
      ...(states.length > 0 ? [`named.state = any(${parameters.add(states, 'text[]')})`] : []),
    ],
    context,
  );
}

export function sprintStateCondition(states: readonly string[], context: SqueakQLContext): string {
  return sprintConditionOf([`named.state = any(${context.parameters.add(states, 'text[]')})`], context);
}

function sprintConditionOf(conditions: readonly string[], { organizationId }: SqueakQLContext): string {
  return `item.sprint_id in (
    select named.id from sprints named
    where named.organization_id = ${organizationId} and (${conditions.join(' or ')}))`;
}

/** Leaves out names that cannot exist. */
function present<Named>(named: readonly (Named | undefined)[]): Named[] {
  return named.filter((one) => one !== undefined);
}
