// The modules whose specs are checked by mutants, in the four groups of which a mistake shows something to a stranger or loses a write. Those
// that only pass on are left out, and so is SQL that a module computes once: docs/reliability.md says what checks it. Each group has parts: a
// mutant runs with the specs of its part, which are those of the module's own package, without servers, and with PostgreSQL only where the
// module is nothing without it.

const domain = (name) => `packages/domain/src/${name}`;
const application = (name) => `packages/application/src/${name}`;
const http = (name) => `packages/adapter-http/src/${name}`;
const postgres = (name) => `packages/adapter-postgres/src/${name}`;

/** A part whose modules have their specs beside them, under the same names. */
const besideSpecs = (...modules) => ({ modules, specs: modules.map((file) => file.replace(/\.ts$/, '.spec.ts')) });

export const GROUPS = {
  // Who may do and see what: roles, scopes, grants, credentials, the resources of a path, rights that are read again.
  authorisation: [
    besideSpecs(domain('identity/role.ts'), domain('identity/scope.ts'), application('access/access.ts')),
    besideSpecs(http('checks/rights.ts'), http('checks/credentials.ts'), http('checks/path.ts')),
    besideSpecs(postgres('access/authenticator.ts'), postgres('access/path-resources.ts')),
  ],
  // One effect for each key: the identity of a request, the order of claim, effect and record, the stored reply.
  idempotency: [
    besideSpecs(application('mutation/fingerprint.ts'), application('mutation/mutations.ts')),
    besideSpecs(http('run/mutation-runner.ts')),
    {
      modules: [postgres('mutation/idempotency-records.ts'), postgres('mutation/stored-body.ts')],
      specs: [postgres('mutation/idempotency-records.spec.ts')],
    },
  ],
  // No lost update: If-Match and ETag, the comparison of revisions, the guarded write, locks and the instant after them.
  concurrency: [
    besideSpecs(domain('shared/revision.ts')),
    { modules: [http('checks/conditions.ts'), http('reply/etag.ts')], specs: [http('checks/conditions.spec.ts')] },
    besideSpecs(postgres('engine/transaction.ts'), postgres('recording/locks.ts')),
    besideSpecs(postgres('work-item/locked-views.ts')),
  ],
  // Cursors that nobody can forge, and pages without gaps: the seal, the cut of a page, the comparison with a position.
  cursors: [
    {
      modules: ['libs/keyset/src/index.ts', application('paging/cursors.ts')],
      specs: ['libs/keyset/src/keyset.spec.ts', application('paging/cursors.spec.ts')],
    },
    besideSpecs(postgres('engine/keyset.ts')),
  ],
};
