import { DomainError } from './refusal.js';

/** The revision that the writer expects to be current, or `*`: the last write wins. */
export type ExpectedRevision = number | '*';

/** Throws `REVISION_CONFLICT` with both revisions unless `expected` is current. */
export function expectRevision(expected: ExpectedRevision, current: number): void {
  if (expected === '*' || expected === current) return;
  throw new DomainError('REVISION_CONFLICT', `Revision ${expected} is not the current one; it is ${current}.`, {
    details: { expectedRevision: expected, currentRevision: current },
  });
}
