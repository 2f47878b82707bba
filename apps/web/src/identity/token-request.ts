import { lengthOf, type AnyScope } from '@worktrack/domain';
import type { ApplicationSchemas } from '../api/client.js';

/** The access of a new token in one Organization, as it is chosen in the form. */
export interface ChosenOrganization {
  readonly slug: string;
  /** `undefined` for the whole Organization; else the keys of the chosen Projects. */
  readonly projects: readonly string[] | undefined;
}

/** The form of a new token. */
export interface TokenForm {
  readonly name: string;
  readonly scopes: readonly AnyScope[];
  readonly organizations: readonly ChosenOrganization[];
  /** The text of the field. */
  readonly days: string;
}

/** The body of `POST /api/me/tokens`. */
export type TokenRequest = ApplicationSchemas['CreateTokenBody'];

/** The parts of the form that can be refused, each with its sentence. */
export type TokenProblems = Partial<Record<'name' | 'scopes' | 'organizations' | 'expiresInDays', string>>;

export const LONGEST_LIFE = 366;

/** Checks the form and builds the request, or says what has to be mended first. */
export function requestOf({
  name,
  scopes,
  organizations,
  days,
}: TokenForm): { readonly request: TokenRequest } | { readonly problems: TokenProblems } {
  const problems: TokenProblems = {};
  const trimmed = name.trim();
  if (trimmed === '') problems.name = 'Give the token a name, so that you recognize it later.';
  else if (lengthOf(trimmed) > 255) problems.name = 'A name has at most 255 characters.';
  if (scopes.length === 0) problems.scopes = 'Choose at least one permission.';
  if (organizations.length === 0) problems.organizations = 'Choose at least one Organization.';
  const empty = organizations.find(({ projects }) => projects?.length === 0);
  if (empty) problems.organizations = 'Choose at least one Project, or the whole Organization.';
  const expiresInDays = /^[0-9]{1,3}$/.test(days.trim()) ? Number(days) : 0;
  if (expiresInDays < 1 || expiresInDays > LONGEST_LIFE) {
    problems.expiresInDays = `Choose a whole number of days from 1 to ${LONGEST_LIFE}.`;
  }
  if (Object.keys(problems).length > 0) return { problems };
  const grants = organizations.map(({ slug, projects }) => (projects ? { slug, projects: [...projects] } : { slug }));
  return { request: { name: trimmed, scopes: [...scopes], organizations: grants, expiresInDays } };
}

/** Attributes each refused member of the request to the part of the form that shows it. */
export function problemsOf(fieldErrors: Readonly<Record<string, readonly string[]>>): TokenProblems {
  const problems: TokenProblems = {};
  for (const [path, [sentence = 'is not valid'] = []] of Object.entries(fieldErrors)) {
    const [part] = path.split('.');
    if (part === 'name' || part === 'scopes' || part === 'expiresInDays') problems[part] ??= `This ${sentence}.`;
    if (part === 'organizations') {
      problems.organizations ??= path.includes('.projects')
        ? 'A chosen Project does not exist any more. Reload the page and choose again.'
        : 'You are not a member of a chosen Organization any more. Reload the page and choose again.';
    }
  }
  return problems;
}
