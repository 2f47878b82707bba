import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOptionalPrograms } from './optional-programs.mjs';

describe('The optional programs of the deep tier', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'programs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are found in the search path and in the folders of the system; a line says which are missing', () => {
    const pgbouncer = path.join(folder, 'pgbouncer');
    writeFileSync(pgbouncer, '', { mode: 0o755 });
    const expected = {
      variables: { TEST_PGBOUNCER: pgbouncer },
      notRun: [
        'not run: caddy, this machine has no program of that name',
        'not run: haproxy, this machine has no program of that name',
        'not run: nginx, this machine has no program of that name',
        'not run: promtool, this machine has no program of that name',
        'not run: redis-server, this machine has no program of that name',
        'not run: soffice, this machine has no program of that name',
      ],
    };
    expect(findOptionalPrograms(`/nowhere:${folder}`, [])).toEqual(expected);
    expect(findOptionalPrograms('/nowhere', [folder])).toEqual(expected);
  });

  it('must be executable', () => {
    writeFileSync(path.join(folder, 'promtool'), '', { mode: 0o644 });
    expect(findOptionalPrograms(folder, [])).toEqual({
      variables: {},
      notRun: [
        'not run: caddy, this machine has no program of that name',
        'not run: haproxy, this machine has no program of that name',
        'not run: nginx, this machine has no program of that name',
        'not run: pgbouncer, this machine has no program of that name',
        'not run: promtool, this machine has no program of that name',
        'not run: redis-server, this machine has no program of that name',
        'not run: soffice, this machine has no program of that name',
      ],
    });
  });
});
