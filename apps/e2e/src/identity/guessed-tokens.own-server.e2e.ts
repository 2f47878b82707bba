import { crc32 } from 'node:zlib';
import { Caller } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Chance, seed } from '../kit/random.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const GUESSES = process.env.TEST_DEEP === undefined ? 500 : 10_000;
/** Tokens that could exist: each of them has to be looked up. */
const WELL_FORMED = 100;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = BASE62.split('');
const chance = new Chance(seed);
const random = (length: number): string => Array.from({ length }, () => chance.of(DIGITS)).join('');

/** A token with the right checksum that nobody was given (decisions, Identity). */
function wellFormed(): string {
  const text = `wtp_${random(36)}`;
  let rest = crc32(text);
  let checksum = '';
  for (let digits = 0; digits < 6; digits += 1) {
    checksum = BASE62[rest % 62]! + checksum;
    rest = Math.floor(rest / 62);
  }
  return text + checksum;
}

/** Something near a real token: with another character, shorter, longer, or with other letters. */
function guess(token: string): string {
  const at = 4 + chance.below(token.length - 4);
  const others = DIGITS.filter((char) => char !== token[at]);
  return chance.of([
    token.slice(0, at) + chance.of(others) + token.slice(at + 1),
    token.slice(0, at),
    `${token}${random(1)}`,
    `wtp_${random(42)}`,
    token.replace('wtp_', 'wtq_'),
    random(46),
    token.slice(0, at) + '-' + token.slice(at + 1),
  ]);
}

let server: RunningServer;
beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  // Without the limit of failed authentications, which would answer most of the guesses.
  server = await startServer({ postgresUrl, template });
});
afterAll(() => server.stop());

/** Counts how often the table of tokens was searched. Its index is read for each look-up. */
async function searches(): Promise<number> {
  const [row] = await query(
    server.databaseUrl,
    `select seq_scan + coalesce(idx_scan, 0) as searches from pg_stat_user_tables where relname = 'access_tokens'`,
  );
  return Number(row.searches);
}

const refused = async (token: string): Promise<void> => {
  expectRefusal(await new Caller(server.baseUrl, token).get('/api/v1/me'), 'INVALID_TOKEN');
};

it(`Of ${GUESSES} guessed tokens none is accepted, and only those with a right checksum are looked up`, async () => {
  const { token } = new World('identity', server.baseUrl, server.databaseUrl).token('owner');
  expect((await new Caller(server.baseUrl, token).get('/api/v1/me')).status).toBe(200);
  const before = await searches();
  await concurrently(
    8,
    Array.from({ length: GUESSES }, () => guess(token)),
    refused,
  );
  const guesses = Array.from({ length: WELL_FORMED }, wellFormed);
  await concurrently(8, guesses, refused);
  // The server reports its searches a second later at the earliest, with a statement: these look-ups are those of well-formed tokens.
  let more = 0;
  await eventually('the searches of well-formed tokens to be counted', async () => {
    await refused(wellFormed());
    more += 1;
    return (await searches()) - before >= WELL_FORMED ? true : undefined;
  });
  const reported = (await searches()) - before;
  expect(reported).toBeGreaterThanOrEqual(WELL_FORMED);
  // One search for each look-up, and a few of the server itself; far fewer than guesses.
  expect(reported).toBeLessThan(2 * (WELL_FORMED + more) + 50);
}, 300_000);
