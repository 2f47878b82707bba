import { fold } from '@worktrack/domain';
import { TestDatabase } from '../../test/test-database.js';

describe('Two characters that PostgreSQL 18 folds to the same text', () => {
  it('are folded to the same text by us, and no others are, but for the dot of i', async () => {
    const database = await TestDatabase.create();
    try {
      const rows = await database.sql<{ character: string; folded: string }>(
        `select chr(point) as character, normalize(casefold(normalize(chr(point)) collate pg_unicode_fast)) as folded
         from generate_series(1, 131071) point where point not between 55296 and 57343 and unicode_assigned(chr(point))`,
      );
      const ours = new Map<string, string>();
      const theirs = new Map<string, string>();
      for (const { character, folded } of rows) {
        const [own, other] = [fold(character), folded.replace(/i\u0307/g, 'i')];
        if (ours.get(other) !== undefined && ours.get(other) !== own) throw new Error(`kept apart: ${character}`);
        if (theirs.get(own) !== undefined && theirs.get(own) !== other) throw new Error(`made one: ${character}`);
        ours.set(other, own);
        theirs.set(own, other);
      }
      expect(rows.length).toBeGreaterThan(90_000);
    } finally {
      await database.drop();
    }
  });
});
