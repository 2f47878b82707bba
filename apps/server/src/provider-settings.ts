import { isSecure, type OidcSettings } from '@worktrack/adapter-oidc';
import { DisplayName, ROLES, Slug, type Role } from '@worktrack/domain';
import type { Reader } from './reader.js';

/** The most providers with a number. */
const MOST = 20;

/** The beginnings of the names of variables: of a provider without a number, then of those with one. */
export const PROVIDER_PREFIXES: readonly string[] = [
  'OIDC_',
  ...Array.from({ length: MOST }, (_, index) => `OIDC_${index + 1}_`),
];

/** The ends of the names of a provider's variables. */
const MEMBERS = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'NAME',
  'SCOPES',
  'LINK_BY_EMAIL',
  'CREATE_USERS',
  'ORGANIZATION',
  'ROLE',
  'ROLE_CLAIM',
  'ROLE_MAP',
] as const;

/** Reads the providers of identities. */
export function providersOf(read: Reader): readonly OidcSettings[] {
  const providers = PROVIDER_PREFIXES.flatMap((prefix) => providerOf(read, prefix) ?? []);
  const issuers = providers.map(({ issuer }) => new URL(issuer).href);
  for (const [index, { id }] of providers.entries()) {
    if (issuers.indexOf(issuers[index] ?? '') === index) continue;
    read.problems.push(`OIDC_${id}_ISSUER must differ from the issuers of the other providers`);
  }
  return Object.freeze(providers);
}

function providerOf(read: Reader, prefix: string): OidcSettings | undefined {
  const given = MEMBERS.filter((member) => read.text(prefix + member) !== undefined);
  if (given.length === 0) return undefined;
  for (const member of ['ISSUER', 'CLIENT_ID'] as const) {
    if (!given.includes(member))
      read.problems.push(`${prefix}${member} must be set when ${prefix}${String(given[0])} is`);
  }
  const organization = read.parsed(`${prefix}ORGANIZATION`, (text) => Slug.parse(text), 'the slug of an Organization');
  const roleClaim = read.parsed(`${prefix}ROLE_CLAIM`, claimName, 'the name of a claim, of at most 255 characters');
  const roleMap = read.parsed(
    `${prefix}ROLE_MAP`,
    roles,
    'a comma-separated list of value=owner, value=admin or value=member',
  );
  const rules = {
    linkByEmail: read.word(`${prefix}LINK_BY_EMAIL`, ['true', 'false'], 'false') === 'true',
    createUsers: read.word(`${prefix}CREATE_USERS`, ['true', 'false'], 'false') === 'true',
    organization,
    role: read.word(`${prefix}ROLE`, ROLES, 'member'),
    roleClaim,
    roleMap: roleMap ?? new Map<string, Role>(),
  };
  checkRules(read, prefix, given);
  const issuer = read.parsed(
    `${prefix}ISSUER`,
    issuerAddress,
    'an https:// URL without query and fragment, or http:// of the loopback',
  );
  const clientId = read.parsed(`${prefix}CLIENT_ID`, printable, 'at most 255 printable characters');
  const name = read.parsed(`${prefix}NAME`, shownName, 'a name of 1 to 50 characters');
  const scopes = read.parsed(`${prefix}SCOPES`, scopeList, 'scopes separated by single spaces, among them openid');
  if (issuer === undefined || clientId === undefined) return undefined;
  return Object.freeze({
    id: prefix === 'OIDC_' ? 'main' : prefix.slice('OIDC_'.length, -1),
    name: name ?? new URL(issuer).host,
    issuer,
    clientId,
    clientSecret: read.text(`${prefix}CLIENT_SECRET`),
    scopes: scopes ?? 'openid email profile',
    rules: Object.freeze(rules),
  });
}

/** Checks the members that need one another. */
function checkRules(read: Reader, prefix: string, given: readonly (typeof MEMBERS)[number][]): void {
  const need = (member: (typeof MEMBERS)[number], other: (typeof MEMBERS)[number]): void => {
    if (!given.includes(member) || given.includes(other)) return;
    read.problems.push(`${prefix}${other} must be set when ${prefix}${member} is`);
  };
  need('ROLE_CLAIM', 'ROLE_MAP');
  need('ROLE_MAP', 'ROLE_CLAIM');
  need('ROLE_CLAIM', 'ORGANIZATION');
  need('ROLE', 'ORGANIZATION');
}

function issuerAddress(text: string): string | undefined {
  return text === text.trim() && isSecure(text) && !/[?#]|\/\/[^/]*@/.test(text) ? text : undefined;
}

const printable = (text: string): string | undefined => (/^[\x21-\x7e]{1,255}$/.test(text) ? text : undefined);

const claimName = (text: string): string | undefined => (text.trim() === text && text.length <= 255 ? text : undefined);

function shownName(text: string): string | undefined {
  const name = DisplayName.parse(text);
  return name !== undefined && name.length <= 50 ? name : undefined;
}

function scopeList(text: string): string | undefined {
  const isList = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text) && text.length <= 1_000;
  return isList && text.split(' ').includes('openid') ? text : undefined;
}

/** Reads `value=role` pairs. A value can contain `=`, but no comma. */
function roles(text: string): ReadonlyMap<string, Role> | undefined {
  const map = new Map<string, Role>();
  for (const pair of text.split(',')) {
    const at = pair.lastIndexOf('=');
    const value = pair.slice(0, Math.max(at, 0)).trim();
    const role = ROLES.find((one) => one === pair.slice(at + 1).trim());
    if (value === '' || role === undefined || map.has(value)) return undefined;
    map.set(value, role);
  }
  return map;
}
