import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { withSnapshot } from './export-records.js';

/** The message of the database that ends the rows of a table. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);

/** Lets what follows the rows of a table come later than they do, as a network can. */
function delayWhatFollowsRows(stream: Socket): void {
  const read = stream.read.bind(stream) as () => Buffer | null;
  stream.read = () => {
    const chunk = read();
    const end = chunk?.indexOf(COPY_DONE) ?? -1;
    if (!chunk || end < 0) return chunk;
    const rest = chunk.subarray(end + COPY_DONE.length);
    const sendRest = (): void => {
      stream.unshift(rest);
    };
    if (rest.length > 0) setTimeout(sendRest, 20);
    return chunk.subarray(0, end + COPY_DONE.length);
  };
}

it('The number of rows of a table is right, also when the database sends it some time after them', async () => {
  const database = await TestDatabase.create();
  const client = new Client({ connectionString: database.url });
  try {
    const world = new World(database);
    await world.organization();
    await client.connect();
    delayWhatFollowsRows((client as unknown as { connection: { stream: Socket } }).connection.stream);
    const counted = await withSnapshot(client, async (snapshot) => {
      const table = snapshot.tables.find(({ name }) => name === 'organizations')!;
      const { content, rows } = snapshot.rowsOf(table);
      const text = (await buffer(content)).toString();
      return { lines: text.split('\n').length - 1, rows: await rows() };
    });
    expect(counted).toEqual({ lines: 1, rows: 1 });
  } finally {
    await client.end();
    await database.drop();
  }
});
