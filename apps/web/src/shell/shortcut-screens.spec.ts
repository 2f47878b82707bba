import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SHORTCUTS, type ShortcutId } from './shortcuts.js';

const SOURCES = path.resolve(__dirname, '..');

/** The ids that are made of two words: the names of the steps stand in one list, their beginning in the id of the command. */
const STEPS: readonly (readonly [beginning: string, names: readonly string[]])[] = [
  ['list', ['next', 'before', 'first', 'last']],
  ['order', ['up', 'down', 'top', 'bottom']],
  ['card', ['down', 'up', 'left', 'right', 'first', 'last']],
];

/** The sources that register commands, without their tests. */
const registering = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec)\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'))
  .filter((source) => /(?<!function )\b(?:useCommands|commandOf)\(/.test(source));

const isRegistered = (id: ShortcutId): boolean =>
  registering.some((source) => source.includes(`'${id}'`)) ||
  STEPS.some(
    ([beginning, names]) =>
      names.some((name) => id === `${beginning} ${name}`) &&
      registering.some((source) => source.includes(`id: \`${beginning} \${`)),
  );

describe('A shortcut of the table', () => {
  it.each(Object.keys(SHORTCUTS) as ShortcutId[])('has a screen that registers a command: %s', (id) => {
    expect(isRegistered(id)).toBe(true);
  });
});
