import type { Policy } from '../src/index.js';

/** A policy under which two tables keep one rule. */
export function policyOf(rule: 'own' | 'tied'): Policy {
  const tables = new Map(['items', 'notes'].map((table) => [table, { column: 'organization_id', rule }] as const));
  return { tables, exceptions: [] };
}
