import { TOKEN_DAYS, type CreateToken, type Provision, type ProvisionedOrganization } from '@worktrack/application';
import { Color } from '@worktrack/domain';
import {
  daysIn,
  descriptionIn,
  emailIn,
  malformed,
  nameIn,
  projectKeyIn,
  roleIn,
  scopesIn,
  slugIn,
  timeZoneIn,
  usernameIn,
} from '../values.js';
import { Place } from './strict-json.js';

/** Reads a provision file. Throws `UsageError` with the path of a member that is unknown, missing or malformed. */
export function provisionIn(text: string): Provision {
  const root = Place.rootOf(text);
  const { users, organizations, tokens } = root.members(['users', 'organizations', 'tokens']);
  return {
    users: listIn(users).map(userIn),
    organizations: listIn(organizations).map(organizationIn),
    tokens: listIn(tokens).map(tokenIn),
  };
}

function userIn(place: Place): Provision['users'][number] {
  const { email, name } = place.members(['email', 'name']);
  return { email: place.required('email', email).text(emailIn), name: place.required('name', name).text(nameIn) };
}

function organizationIn(place: Place): ProvisionedOrganization {
  const { slug, name, description, timeZone, members, projects } = place.members([
    'slug',
    'name',
    'description',
    'timeZone',
    'members',
    'projects',
  ]);
  return {
    slug: place.required('slug', slug).text(slugIn),
    name: place.required('name', name).text(nameIn),
    description: nullable(description, descriptionIn),
    timeZone: timeZone?.text(timeZoneIn),
    members: listIn(members).map(memberIn),
    projects: listIn(projects).map(projectIn),
  };
}

function memberIn(place: Place): ProvisionedOrganization['members'][number] {
  const { email, role, username } = place.members(['email', 'role', 'username']);
  return {
    email: place.required('email', email).text(emailIn),
    role: place.required('role', role).text(roleIn),
    username: nullable(username, usernameIn),
  };
}

function projectIn(place: Place): ProvisionedOrganization['projects'][number] {
  const { key, name, description, color } = place.members(['key', 'name', 'description', 'color']);
  return {
    key: place.required('key', key).text(projectKeyIn),
    name: place.required('name', name).text(nameIn),
    description: nullable(description, descriptionIn),
    color: color?.text(colorIn),
  };
}

function tokenIn(place: Place): CreateToken {
  const { email, name, scopes, org, projects, expiresInDays } = place.members([
    'email',
    'name',
    'scopes',
    'org',
    'projects',
    'expiresInDays',
  ]);
  return {
    email: place.required('email', email).text(emailIn),
    name: place.required('name', name).text(nameIn),
    scopes: scopesAt(place.required('scopes', scopes)),
    grants: grantsAt(place.required('org', org), projects),
    expiresInDays: expiresInDays?.number(daysIn) ?? TOKEN_DAYS.usual,
  };
}

function scopesAt(place: Place): CreateToken['scopes'] {
  const words = place.isList ? place.items().map((item) => item.text((word) => word)) : [place.text(allIn)];
  return place.checked(() => scopesIn(words));
}

function grantsAt(org: Place, projects: Place | undefined): CreateToken['grants'] {
  if (!org.isList) {
    const keys = projects?.items().map((item) => item.text(projectKeyIn));
    if (keys?.length === 0) projects?.refuse('must name a Project');
    return [{ org: org.text(slugIn), projects: keys }];
  }
  if (projects) org.refuse('must be one slug where projects are named');
  const slugs = org.items().map((item) => item.text(slugIn));
  if (slugs.length === 0) org.refuse('must name an Organization');
  return slugs.map((slug) => ({ org: slug }));
}

function listIn(place: Place | undefined): readonly Place[] {
  return place?.items() ?? [];
}

/** Reads an optional value: absent means "leave unchanged", `null` means "clear". */
function nullable<Value>(place: Place | undefined, valueIn: (text: string) => Value): Value | null | undefined {
  if (!place) return undefined;
  return place.isNull ? null : place.text(valueIn);
}

const colorIn = (text: string): Color => Color.parse(text) ?? malformed('# and 6 hexadecimal digits');

const allIn = (text: string): string => (text === 'all' ? text : malformed('"all" or a list of scopes'));
