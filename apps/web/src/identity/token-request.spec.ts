import { problemsOf, requestOf, type TokenForm } from './token-request.js';

const FORM: TokenForm = {
  name: ' laptop ',
  scopes: ['project:read'],
  organizations: [{ slug: 'acme', projects: undefined }],
  days: '90',
};

const problems = (changes: Partial<TokenForm>) => {
  const outcome = requestOf({ ...FORM, ...changes });
  return 'problems' in outcome ? Object.keys(outcome.problems) : [];
};

describe('The form of a new token', () => {
  it('becomes a request: whole Organizations without Projects, others with their keys', () => {
    const organizations = [...FORM.organizations, { slug: 'beta', projects: ['WEB', 'OPS'] }];
    expect(requestOf({ ...FORM, organizations })).toEqual({
      request: {
        name: 'laptop',
        scopes: ['project:read'],
        organizations: [{ slug: 'acme' }, { slug: 'beta', projects: ['WEB', 'OPS'] }],
        expiresInDays: 90,
      },
    });
  });

  it('needs a name of 1 to 255 characters, counted as code points', () => {
    expect(problems({ name: '  ' })).toEqual(['name']);
    expect(problems({ name: '😀'.repeat(255) })).toEqual([]);
    expect(problems({ name: '😀'.repeat(256) })).toEqual(['name']);
  });

  it('needs a scope, an Organization, and a Project where not all of it is chosen', () => {
    expect(problems({ scopes: [], organizations: [] })).toEqual(['scopes', 'organizations']);
    expect(problems({ organizations: [{ slug: 'acme', projects: [] }] })).toEqual(['organizations']);
  });

  it.each(['0', '367', '1.5', '-1', '', 'ninety', '1e2'])('does not last %s days', (days) => {
    expect(problems({ days })).toEqual(['expiresInDays']);
  });

  it.each(['1', ' 30 ', '366'])('lasts %s days', (days) => {
    expect(problems({ days })).toEqual([]);
  });

  it('shows what the server refused at the part that it belongs to', () => {
    const shown = problemsOf({
      name: ['must be text of 1 to 255 characters'],
      'organizations.1.projects.0': ['must be the key of a Project of this Organization'],
    });
    expect(shown.name).toBe('This must be text of 1 to 255 characters.');
    expect(shown.organizations).toContain('Project');
    expect(
      problemsOf({ 'organizations.0.slug': ['must be the slug of an Organization of yours'] }).organizations,
    ).toContain('member');
  });
});
