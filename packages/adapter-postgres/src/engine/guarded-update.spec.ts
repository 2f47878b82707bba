import type { RevisedTable } from './table.js';
import { guardedUpdate } from './guarded-update.js';
import type { Session } from './session.js';
import { statement } from './statement.js';

interface Row {
  readonly id: string;
  revision: number;
}

const table = {
  update: statement('test.guarded.update', 'update'),
  updateValues: (row: Row, loaded: number) => [row.id, row.revision, loaded],
  revision: statement('test.guarded.revision', 'select revision'),
  keyValues: ({ id }: Row) => [id],
} as unknown as RevisedTable<Row>;

/** Registers the update of a row that was loaded at revision 3, as a session whose row now has these revisions. */
function registered(...stored: number[]) {
  const asked: unknown[] = [];
  const writes: { readonly sent: unknown[]; readonly onMiss: () => Promise<never> }[] = [];
  const session = {
    write: ({ name }: { name: string }, values: unknown[], onMiss: () => Promise<never>) =>
      writes.push({ sent: [name, values], onMiss }),
    rows: ({ name }: { name: string }, values: unknown[]) => {
      asked.push([name, values]);
      return Promise.resolve(stored.map((revision) => ({ revision })));
    },
  } as unknown as Session;
  guardedUpdate(session, table, { id: 'a', revision: 4 }, 3);
  return { asked, writes };
}

describe('A guarded update', () => {
  it('is one statement with the loaded revision, and asks nothing when it meets its row', () => {
    const { asked, writes } = registered(3);
    expect(writes.map(({ sent }) => sent)).toEqual([['test.guarded.update', ['a', 4, 3]]]);
    expect(asked).toEqual([]);
  });

  it.each<[string, number[], object]>([
    ['the row is gone', [], { code: 'NOT_FOUND' }],
    [
      'the row was changed',
      [7],
      { code: 'REVISION_CONFLICT', more: { details: { expectedRevision: 3, currentRevision: 7 } } },
    ],
    ['the row is there unchanged', [3], { message: 'A guarded write met no row although its revision is there.' }],
  ])('that meets no row is refused: %s', async (_, stored, error) => {
    const { asked, writes } = registered(...stored);
    await expect(writes[0]?.onMiss()).rejects.toMatchObject(error);
    expect(asked).toEqual([['test.guarded.revision', ['a']]]);
  });
});
