'use strict';

// The modules whose specs are checked by mutants, in the four groups of which a mistake shows something to a stranger or loses a write. Those
// that only pass on are left out, and so is SQL that a module computes once: docs/reliability.md says what checks it. The specs are those of the
// modules' own packages, without servers, and with PostgreSQL only where the module is nothing without it.

const domain = (name) => `packages/domain/src/${name}`;
const application = (name) => `packages/application/src/${name}`;
const http = (name) => `packages/adapter-http/src/${name}`;
const postgres = (name) => `packages/adapter-postgres/src/${name}`;

/** A group: modules that have their specs next to them, under the same names, and further ones. */
const group = (modules, more = { modules: [], specs: [] }) => ({
  modules: [...modules, ...more.modules],
  specs: [...modules.map((file) => file.replace(/\.ts$/, '.spec.ts')), ...more.specs],
});

exports.GROUPS = {
  // Who may do and see what: roles, scopes, grants, credentials, the resources of a path, rights that are read again.
  authorisation: group([
    ...[domain('identity/role.ts'), domain('identity/scope.ts'), application('access/access.ts')],
    ...[http('checks/rights.ts'), http('checks/credentials.ts'), http('checks/path.ts')],
    ...[postgres('access/authenticator.ts'), postgres('access/path-resources.ts')],
  ]),
  // One effect for each key: the identity of a request, the order of claim, effect and record, the stored reply.
  idempotency: group(
    [
      ...[application('mutation/fingerprint.ts'), application('mutations.ts')],
      ...[http('run/mutation-runner.ts'), postgres('mutation/idempotency-records.ts')],
    ],
    { modules: [postgres('mutation/stored-body.ts')], specs: [] },
  ),
  // No lost update: If-Match and ETag, the comparison of revisions, the guarded write, locks and the instant after them.
  concurrency: group(
    [
      ...[domain('shared/revision.ts'), http('checks/conditions.ts'), postgres('engine/transaction.ts')],
      ...[postgres('recording/locks.ts'), postgres('work-item/locked-views.ts')],
    ],
    { modules: [http('reply/etag.ts')], specs: [] },
  ),
  // Cursors that nobody can forge, and pages without gaps: the seal, the cut of a page, the comparison with a position.
  cursors: group([application('paging/cursors.ts'), postgres('engine/keyset.ts')], {
    modules: ['libs/keyset/src/index.ts'],
    specs: ['libs/keyset/src/keyset.spec.ts'],
  }),
};
