import type { OrganizationId } from '@worktrack/domain';
import { statement, type SentStatement } from './statement.js';

/**
 * Database role of a transaction or snapshot that works for one Organization. The policies of the tables show it the rows of that
 * Organization only. It must not be a member of `APPLICATION_ROLE`, which sees the rows of all.
 */
export const ORGANIZATION_ROLE = 'worktrack_tx';

/** The name of the setting that holds the Organization until the end of the transaction. */
export const ORGANIZATION_SETTING = 'worktrack.organization';

const RESTRICT = statement(
  'organization.restrict',
  `select set_config('role', '${ORGANIZATION_ROLE}', true), set_config('${ORGANIZATION_SETTING}', $1, true)`,
);

/** Returns the statement that restricts the rest of its transaction to the rows of one Organization. */
export const restrictionTo = (organizationId: OrganizationId): SentStatement => ({
  statement: RESTRICT,
  values: [organizationId],
});

/** Returns true for a statement that `restrictionTo` made. */
export const isRestriction = (sent: SentStatement): boolean => sent.statement === RESTRICT;

/**
 * Returns the name of a prepared statement under a restriction. PostgreSQL plans a statement again whenever its role has changed, so the
 * two roles of a connection prepare each statement for themselves.
 */
export const restrictedName = (name: string): string => `tx.${name}`;
