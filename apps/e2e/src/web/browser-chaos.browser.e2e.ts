import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { inBrowser, Visit } from '../kit/browser.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { freePort } from '../kit/program.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

/** Changes of both people together, and how often the server dies meanwhile. */
const CHANGES = process.env.TEST_DEEP === undefined ? 20 : 120;
const DEATHS = process.env.TEST_DEEP === undefined ? 2 : 6;
const CARDS = 4;
/** Milliseconds between two changes of one person, at most. */
const LONGEST_PAUSE = 250;
/** The statuses that the cards go through, and the keys that lead on and back. */
const STATUSES = ['backlog', 'todo', 'in_progress'] as const;

let databaseUrl: string;
let server: RunningServer;
let world: World;
let port: number;

/** The browsers find the server again under its address. */
const start = () => startServer({ postgresUrl: theRun().postgresUrl, databaseUrl, port });

beforeAll(async () => {
  databaseUrl = await createDatabase(theRun().postgresUrl, theRun().template);
  port = await freePort();
  server = await start();
  world = new World('web-chaos', server.baseUrl, databaseUrl);
});

afterAll(async () => {
  await server.stop();
  await dropDatabase(theRun().postgresUrl, databaseUrl);
});

/** A card as its person believes it to be. */
interface OwnCard {
  readonly key: string;
  /** The place of its status in `STATUSES`. */
  at: number;
  moves: number;
}

interface Person {
  readonly visit: Visit;
  readonly cards: readonly OwnCard[];
}

async function begin(visit: Visit, user: string, project: string): Promise<Person> {
  const cards: OwnCard[] = [];
  for (let number = 1; number <= CARDS; number += 1) {
    const { key } = await givenWorkItem(world.owner, world.project(project), { title: `${user} ${number}` });
    cards.push({ key, at: 0, moves: 0 });
  }
  await visit.enter(world, user);
  return { visit, cards };
}

const linkOf = (page: Page, { key }: OwnCard) => page.locator(`[data-item="${key}"] a`);

/** Moves cards of the person by keys, without waiting for any answer. */
async function work({ visit: { page }, cards }: Person, changes: number, chance: Chance): Promise<void> {
  for (let change = 0; change < changes; change += 1) {
    const card = cards[chance.below(cards.length)]!;
    const isOn = card.at === 0 || (card.at < STATUSES.length - 1 && chance.below(2) === 0);
    await linkOf(page, card).focus();
    await page.keyboard.press(isOn ? ']' : '[');
    card.at += isOn ? 1 : -1;
    card.moves += 1;
    await page.locator(`ul[data-status=${STATUSES[card.at]!}] [data-item="${card.key}"]`).waitFor();
    await pause(chance.below(LONGEST_PAUSE));
  }
}

/** Kills the server and starts it again, some times. */
async function killAndStart(chance: Chance): Promise<void> {
  for (let death = 0; death < DEATHS; death += 1) {
    await pause(200 + chance.below(1_500));
    await server.stop('SIGKILL');
    await pause(chance.below(1_500));
    server = await start();
  }
}

/** Writes comments letter by letter, each when the one before has left its field. Returns the texts. */
async function comment(page: Page, author: string, count: number, chance: Chance): Promise<readonly string[]> {
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  const texts: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const text = `${author} ${number}: ${'words '.repeat(1 + chance.below(6)).trim()}`;
    await field.focus();
    await page.keyboard.type(text);
    expect(await field.inputValue()).toBe(text);
    await page.keyboard.press('Control+Enter');
    texts.push(text);
    await eventually(
      `an empty field after ${text}`,
      async () => ((await field.inputValue()) === '' ? true : undefined),
      60,
    );
    await pause(chance.below(LONGEST_PAUSE));
  }
  return texts;
}

describe('Two people in two browsers, and a server that is killed and started again', () => {
  it(
    'make each change exactly once',
    inBrowser(
      async (visit) => {
        const chance = new Chance(seed);
        const { key } = await givenProject(world.owner, world.org(), { name: 'Storm' });
        const other = await Visit.begin({ origin: server.baseUrl });
        let killing = Promise.resolve();
        try {
          const people = [await begin(visit, 'member', key), await begin(other, 'colleague', key)];
          for (const person of people) {
            await person.visit.open(`/o/${world.slug}/${key}/board`);
            await person.visit.page
              .locator('[data-item]')
              .nth(2 * CARDS - 1)
              .waitFor();
            // The first attempt of a change may still be under way when the second one comes.
            person.visit.permitLostRequests(409, 503);
          }
          killing = killAndStart(chance);
          const seeds = people.map(() => chance.below(1_000_000));
          await Promise.all(people.map((person, at) => work(person, CHANGES / 2, new Chance(seeds[at]!))));
          await killing;

          const cards = people.flatMap((person) => person.cards);
          const expected = cards.map((card) => ({
            key: card.key,
            status: STATUSES[card.at],
            revision: 1 + card.moves,
          }));
          const owner = world.owner.at(server.baseUrl);
          const storedCards = async () => {
            const { body } = await owner.get(`${world.project(key)}/work-items?fields=status&limit=100`);
            return cards.map((card) => {
              const { status, revision } = body.items.find((item: any) => item.key === card.key);
              return { key: card.key, status, revision };
            });
          };
          // The last changes wait for the connection.
          await eventually('as many revisions as moves', async () => {
            const sum = (some: readonly { revision: number }[]) =>
              some.reduce((total, { revision }) => total + revision, 0);
            return sum(await storedCards()) >= sum(expected) ? true : undefined;
          }).catch(() => undefined);
          expect(await storedCards()).toEqual(expected);
          // One entry in the history for each move, by the person who made it.
          for (const { cards: own, visit: of } of people) {
            for (const card of own) {
              const { body } = await owner.get(`${world.item(card.key)}/activity?limit=200`);
              const moves = body.items.filter(({ action }: any) => action === 'status_changed');
              expect([card.key, moves.length]).toEqual([card.key, card.moves]);
            }
            await of.page.getByText('No connection.', { exact: false }).waitFor({ state: 'detached' });
          }
          // Each browser shows what the other one did.
          for (const { visit: of } of people) {
            await of.page.reload();
            await of.page
              .locator('[data-item]')
              .nth(2 * CARDS - 1)
              .waitFor();
            for (const card of cards) {
              expect(
                await of.page.locator(`ul[data-status=${STATUSES[card.at]!}] [data-item="${card.key}"]`).count(),
              ).toBe(1);
            }
          }
          expect(await other.reckoning()).toEqual([]);
        } finally {
          await killing;
          await other.context.close();
        }
      },
      {
        get origin() {
          return server.baseUrl;
        },
      },
    ),
    600_000,
  );

  it(
    'lose no word that they typed, and write no comment twice',
    inBrowser(
      async (visit) => {
        const chance = new Chance(seed + 1);
        const { key: project } = await givenProject(world.owner, world.org(), { name: 'Letters' });
        const { key } = await givenWorkItem(world.owner, world.project(project), { title: 'Paint the door' });
        const other = await Visit.begin({ origin: server.baseUrl });
        let killing = Promise.resolve();
        try {
          const people = [
            { author: 'member', of: visit },
            { author: 'colleague', of: other },
          ];
          for (const { author, of } of people) {
            await of.enter(world, author);
            await of.open(`/o/${world.slug}/items/${key}`);
            await of.page.getByRole('heading', { level: 1, name: 'Paint the door' }).waitFor();
            of.permitLostRequests(409, 503);
          }
          killing = killAndStart(chance);
          const seeds = people.map(() => chance.below(1_000_000));
          const typed = await Promise.all(
            people.map(({ author, of }, at) => comment(of.page, author, CHANGES / 4, new Chance(seeds[at]!))),
          );
          await killing;
          const { body } = await world.owner.at(server.baseUrl).get(`${world.item(key)}/comments?limit=200`);
          const bodies: string[] = body.items.map((one: any) => one.body);
          expect([...bodies].sort()).toEqual(typed.flat().sort());
          // Each person's comments are in the order in which they were written.
          for (const texts of typed) expect(bodies.filter((text) => texts.includes(text))).toEqual(texts);
          expect(await other.reckoning()).toEqual([]);
        } finally {
          await killing;
          await other.context.close();
        }
      },
      {
        get origin() {
          return server.baseUrl;
        },
      },
    ),
    600_000,
  );
});
