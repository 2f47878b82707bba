import { validateSqueakQL } from '@worktrack/application';
import {
  LABEL_NAMES,
  PRIORITIES,
  PROJECT_KEYS,
  SPRINT_NAMES,
  STATUSES,
  TYPES,
  WORDS,
  type OrganizationThing,
} from './people-and-things.js';
import type { Random } from './random.js';

const EQUALITY = ['=', '!=', '<>'];
const ORDER = [...EQUALITY, '<', '<=', '>', '>='];
const SORTABLE = [
  ...['key', 'title', 'type', 'status', 'priority', 'points', 'storyPoints', 'due', 'dueDate', 'created', 'createdAt'],
  ...['updated', 'updatedAt'],
];
const DAY = 86_400_000;

/** Makes valid queries about an Organization, as text, with every field, function and operator in every spelling. */
export class RandomQueries {
  constructor(
    private readonly random: Random,
    private readonly organization: OrganizationThing,
    private readonly now: number,
  ) {}

  /** Makes a condition, without `ORDER BY`. The language refuses a few as too complex: another one takes their place. */
  condition(): string {
    for (;;) {
      const text = this.expression(this.random.integer(0, 4));
      if (!validateSqueakQL(text).errors.some(({ code }) => code === 'SQUEAKQL_QUERY_TOO_COMPLEX')) return text;
    }
  }

  /** Makes ` ORDER BY` with some of the sortable fields. */
  order(): string {
    const { random } = this;
    const fields = random.list(1, 4, () => random.of(SORTABLE) + random.of(['', ' ASC', ' DESC', ' desc']));
    return ` ORDER BY ${fields.join(', ')}`;
  }

  private expression(depth: number): string {
    const { random } = this;
    if (depth === 0) return this.predicate();
    const part = () => this.expression(depth - 1);
    return random.of([
      () => this.predicate(),
      () => `NOT ${random.once(2) ? this.predicate() : `(${part()})`}`,
      () => `(${random.list(2, 3, part).join(random.of([' AND ', ' and\n']))})`,
      () => `(${random.list(2, 3, part).join(random.of([' OR ', '\tor ']))})`,
      () => `${this.predicate()} AND (${part()}) OR ${this.predicate()}`,
    ])();
  }

  private predicate(): string {
    const { random } = this;
    return random.of<() => string>([
      () => this.equal(['key'], () => this.key()),
      () => this.compared(['title'], EQUALITY, () => this.title()),
      () => this.compared(['title', 'description', 'text'], ['~', '!~'], () => this.term()),
      () =>
        this.nullTest(['description', 'assignee', 'reporter', 'sprint', 'parent', 'label', 'labels', 'points', 'due']),
      () => this.equal(['type'], () => this.word(TYPES)),
      () => this.compared(['status'], ORDER, () => this.word(STATUSES)),
      () => this.compared(['priority'], ORDER, () => this.word(PRIORITIES)),
      () => this.among(['status', 'status', 'STATUS'], () => this.word(STATUSES)),
      () => this.among(['priority'], () => this.word(PRIORITIES)),
      () => this.equal(['assignee', 'reporter', 'Assignee'], () => this.person()),
      () => this.compared(['sprint'], EQUALITY, () => this.sprint()),
      () => this.among(['sprint'], () => (random.once(4) ? 'futureSprints()' : this.sprint())),
      () => this.equal(['sprint.state'], () => this.word(['future', 'active', 'done'])),
      () => this.equal(['parent'], () => this.key()),
      () => this.equal(['label', 'labels'], () => this.label()),
      () => this.equal(['project', 'project.key'], () => this.project()),
      () => this.compared(['points', 'storyPoints'], ORDER, () => this.number()),
      () => this.among(['points'], () => this.number()),
      () => this.compared(['due', 'dueDate', 'created', 'createdAt', 'updated', 'updatedAt'], ORDER, () => this.time()),
      () => this.compared(['overdue', 'archived'], EQUALITY, () => random.of(['TRUE', 'FALSE', 'true', 'False'])),
      () => random.of(['blocked()', 'BLOCKED( )']),
      () => `hasLink(${this.word(['blocks', 'blocked_by', 'relates'])})`,
      () => `commentedBy(${this.person()})`,
      () => `wasIn(${this.word(STATUSES)})`,
      () =>
        `changed(${this.word(['status', 'priority', 'assignee', 'sprint', 'title', 'due', 'dueDate', 'parent'])}, ${this.time()})`,
    ])();
  }

  private equal(fields: readonly string[], operand: () => string): string {
    return this.random.once(2) ? this.compared(fields, EQUALITY, operand) : this.among(fields, operand);
  }

  private compared(fields: readonly string[], operators: readonly string[], operand: () => string): string {
    const blank = this.random.of(['', ' ', '\n']);
    return `${this.random.of(fields)}${blank}${this.random.of(operators)}${blank}${operand()}`;
  }

  private among(fields: readonly string[], operand: () => string): string {
    const { random } = this;
    return `${random.of(fields)} ${random.of(['IN', 'NOT IN', 'not in'])} (${random.list(1, 4, operand).join(', ')})`;
  }

  private nullTest(fields: readonly string[]): string {
    const { random } = this;
    return `${random.of(fields)} ${random.of(['IS', 'is not', 'IS NOT'])} ${random.of(['NULL', 'empty'])}`;
  }

  /** Writes a text in random case: bare if that is legal, or in single or double quotes. */
  private written(text: string): string {
    const { random } = this;
    const given = random.of([text, text, text.toUpperCase(), text.toLowerCase()]);
    const isWord =
      /^[A-Za-z][\w.-]*$/.test(given) && !/^(and|or|not|in|is|null|empty|true|false|order|by|asc|desc)$/i.test(given);
    if (isWord && random.once(2)) return given;
    const quote = random.of([`'`, `"`]);
    // Before most characters an unescaped backslash would be literal; here it is always escaped.
    return quote + given.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`) + quote;
  }

  private word(words: readonly string[]): string {
    return this.written(this.random.of(words));
  }

  private key(): string {
    const { random } = this;
    const { projectKey, number } = random.of(this.organization.things);
    return random.of([
      () => this.written(`${projectKey}-${number}`),
      () => this.written(`${projectKey}-${number}`),
      () => this.written(`${random.of(PROJECT_KEYS)}-${random.integer(0, 40)}`),
      () =>
        this.written(
          random.of(['WEB', 'WEB-01', 'WEB-9999999999', 'WEB-99999999999', ' WEB-1', 'W\u00cbB-1', '\u212a9-1']),
        ),
    ])();
  }

  private project(): string {
    return this.written(this.random.of([...PROJECT_KEYS, ...PROJECT_KEYS, 'NONE', '\u212a9', 'WEB ', "'"]));
  }

  private title(): string {
    const { random } = this;
    const { title } = random.of(this.organization.things);
    return this.written(random.of([title, title, ` ${title}\u2003`, title.slice(1), `${title}%`, '', '_']));
  }

  private term(): string {
    const { random } = this;
    const { title, description } = random.of(this.organization.things);
    const text = (random.once(2) ? description : title) ?? random.of(WORDS);
    const letters = Array.from(text);
    const from = random.integer(0, letters.length);
    return this.written(
      random.of([
        () => letters.slice(from, from + random.integer(0, 4)).join(''),
        () => random.of(WORDS),
        () => random.of(['', ' ', '%', '_', '\\', '%%', '\n', '\nA\n', '\na\n', 'σ', 'ς', 'web-', 'Σ Σ', `'"`]),
      ])(),
    );
  }

  private person(): string {
    const { random } = this;
    const { publicId, username } = random.of(this.organization.people);
    return random.of([
      () => 'me()',
      () => 'currentUser()',
      () => `'${publicId}'`,
      () => publicId,
      () => `'${publicId.toUpperCase()}'`,
      () => this.written(username ?? 'nobody'),
      () => this.written(` ${username ?? 'nobody'} `),
      () => this.written(random.of(['\u212a', 'nobody', '', 'usr_x', "o'hara"])),
    ])();
  }

  private sprint(): string {
    const { random } = this;
    const { id, name } = random.of(random.of(this.organization.projects).sprints);
    return random.of([
      () => 'activeSprint()',
      () => `'${id}'`,
      () => `"${id.toUpperCase()}"`,
      () => this.written(name),
      () => this.written(`\u00a0${name} `),
      () => this.written(random.of([...SPRINT_NAMES, 'none', ''])),
    ])();
  }

  private label(): string {
    const name = this.random.of([...LABEL_NAMES, ...LABEL_NAMES, 'none', '', '%']);
    return this.written(this.random.once(3) ? ` ${name}\t` : name);
  }

  private number(): string {
    const { random } = this;
    const { points } = random.of(this.organization.things);
    return random.of([
      () => String(points ?? 1),
      () => `${points ?? 2}.000`,
      () => `-${random.integer(0, 9)}.5`,
      () => `${random.integer(0, 14)}.00000000000000000000000000000000000001`,
      () => '99999999999999999999999999999999999999999999999999.9',
      () => String(random.integer(0, 14)),
      () => '007',
    ])();
  }

  private time(): string {
    const { random, now } = this;
    const { due, created, updated, history } = random.of(this.organization.things);
    const at = random.of([due ?? now, created, updated, history[0]?.at ?? now, now]) + random.of([0, 0, 0, 1, -1]);
    const instant = new Date(at).toISOString();
    return random.of<() => string>([
      () => `'${instant}'`,
      () => `'${instant.replace('Z', random.of(['0Z', '000Z', '1Z', '999Z']))}'`,
      () => `'${new Date(at + 330 * 60_000).toISOString().replace('Z', '+05:30')}'`,
      () => `"${instant.slice(0, 10)}"`,
      () => `'${new Date(at + random.of([-DAY, DAY])).toISOString().slice(0, 10)}'`,
      () => random.of(['today()', 'now()', 'startOfWeek()', 'startOfMonth()']),
      () => random.of(['-', '+', '']) + String(random.integer(0, 30)) + random.of(['d', 'D', 'h', 'm', 'w']),
      () => random.of([`'0001-01-01'`, `'9999-12-31'`, '99999w', '-99999w', `'9999-12-31T23:59:59.9999Z'`]),
    ])();
  }
}
