import '../index.js';
import { allStatements } from './statement.js';

/** The tables whose rows belong to an Organization. */
const TENANT_TABLES = [
  'memberships',
  'projects',
  'project_counters',
  'sprints',
  'labels',
  'work_items',
  'work_item_labels',
  'work_item_history',
  'sprint_commitments',
  'sprint_entries',
  'sprint_exits',
  'sprint_outcomes',
  'sprint_departures',
  'sprint_summaries',
  'saved_sprint_reports',
  'saved_sprint_report_pins',
  'status_spans',
  'item_flow',
  'comments',
  'work_item_links',
  'token_grants',
  'token_project_grants',
  'attachments',
  'attachment_usage',
];

/** Statements that may read across Organizations, and why. */
const ACROSS = {
  'principal.of-token':
    'a token is looked up before any Organization is known; what it touches follows from its own rows',
  'principal.of-session': 'a session covers all Organizations of its user, which follow from the rows of the user',
  'principal.of-credential-id': 'the right of a token or a session is looked up again as it was the first time',
  'session-view.one': 'a session covers all Organizations of its user',
  'instant.of-items': 'each item brings its own Organization',
  'instant.of-items-and-sprints': 'each item and Sprint brings its own Organization',
  'work_items.insert-many': 'the rows bring their own Organization',
  'projects.insert-many': 'the rows bring their own Organization',
  'assignments.find': 'an account is removed from everywhere',
  'assignments.clear': 'each item brings its own Organization',
  'saved-report.delete-private': 'an account is removed from everywhere',
  'saved-report.clear-owner': 'an account is removed from everywhere',
  'saved-report.delete-pins': 'an account is removed from everywhere',
  'memberships.of-a-user': 'an account is in several',
  'memberships.lock-organizations': 'an account is in several',
  'users.list': 'administration lists every account with all its Organizations',
  'organizations.list': 'administration lists every Organization',
  'blob-references.unused': 'bytes are swept whoever they belonged to',
  'blob-references.unknown': 'a store holds the bytes of all',
  'blob-references.some': 'a store holds the bytes of all',
  'blob-references.count': 'a store holds the bytes of all',
  'blob-references.live': 'a store holds the bytes of all',
  'access-tokens.list': 'a token covers several',
  'access-tokens.find': 'a token covers several',
  'own-token-view.one': 'a token covers several',
  'own-token-view.list': 'a token covers several',
  'own-tokens.grantable': 'a token covers several, all found by the memberships of its user',
};

const named = (text: string, table: string) => new RegExp(`\\b(?:from|join|update|into)\\s+${table}\\b`).test(text);

describe('Every statement', () => {
  const statements = allStatements();

  it('is registered', () => {
    expect(statements.length).toBeGreaterThan(25);
  });

  it('has a name of its own that PostgreSQL does not cut', () => {
    expect(new Set(statements.map(({ name }) => name)).size).toBe(statements.length);
    for (const { name } of statements) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
  });

  const tenants = statements.filter(
    ({ name, text }) => !(name in ACROSS) && TENANT_TABLES.some((table) => named(text, table)),
  );

  it.each(tenants.map(({ name, text }) => [name, text]))('names the Organization of what it touches: %s', (_, text) => {
    // An insert names `organization_id` as a column. Any other statement compares it, once for each tenant table that it mentions.
    if (/^\s*insert into/.test(text)) {
      expect(text).toMatch(/insert into \w+\s*\(\s*organization_id\b/);
      return;
    }
    const mentions = TENANT_TABLES.flatMap(
      (table) => text.match(new RegExp(`\\b(?:from|join|update)\\s+${table}\\b`, 'g')) ?? [],
    );
    const predicates = text.match(/organization_id = (?:\$1|any\(\$1::uuid\[\]\)|\w+\.organization_id)/g) ?? [];
    expect(predicates.length).toBeGreaterThanOrEqual(mentions.length);
    // The statement is limited to one Organization, or to all Organizations of the viewer, by its first parameter.
    expect(text).toMatch(
      /organization_id = (?:\$1|any\(\$1::uuid\[\]\))|unnest\(\$1::uuid\[\]\) part \(organization_id\)/,
    );
  });

  it('reads columns by name, so that a new one never breaks a prepared statement', () => {
    for (const { text } of statements) expect(text).not.toMatch(/select\s+\*|\.\*/);
  });
});
