import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as domain from '../src/index.js';

const HOME = path.resolve(__dirname, '..');
const read = (file: string) => readFileSync(path.join(HOME, file), 'utf8');

const { DOMAIN_ERRORS, WORK_ITEM_TRANSITIONS } = domain;

describe.each(['README.md', '../../docs/domain.md'])('%s', (file) => {
  const edges = Object.entries(WORK_ITEM_TRANSITIONS).flatMap(([from, targets]) =>
    targets.map((to) => `${from} --> ${to}`),
  );

  it('draws the machine that is in force', () => {
    const drawing = Array.from(read(file).matchAll(/^```mermaid\n(.*?)^```$/gms), ([, text = '']) => text);
    const status = drawing.find((text) => text.includes('backlog')) ?? '';
    const drawn = status.split('\n').map((line) => line.trim());
    expect(drawn.filter((line) => /^[a-z_]+ --> [a-z_]+$/.test(line))).toEqual(edges);
  });

  it('tabulates the machine that is in force', () => {
    const rows = read(file).matchAll(/^\| `([a-z_]+)` +\| ((?:`[a-z_]+`(?:, )?)+) +\|$/gm);
    const tabulated = Array.from(rows, ([, from = '', targets = '']) =>
      targets.split(', ').map((to) => `${from} --> ${to.replaceAll('`', '')}`),
    );
    expect(tabulated.flat()).toEqual(edges);
  });
});

describe('The README', () => {
  it.each(['one-work-item', 'reports-from-own-data'])('holds the example %s as it stands in its file', (name) => {
    expect(read('README.md')).toContain(`\`\`\`js\n${read(`examples/${name}.mjs`)}\`\`\`\n`);
  });

  it('says of every code who refuses by it', () => {
    const [, section = ''] = read('README.md').split('## Refusals');
    expect(DOMAIN_ERRORS.filter((code) => !section.includes(`\`${code}\``))).toEqual([]);
  });

  it('says of all that can be called or read what it is for', () => {
    const [, section = ''] = read('README.md').split('## What is in it');
    expect(Object.keys(domain).filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('Every public export', () => {
  const doors = ['src/index.ts', 'src/testing/index.ts'].map((file) => path.join(HOME, file));
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: [], noEmit: true };
  const program = ts.createProgram(doors, options);
  const checker = program.getTypeChecker();
  const isDocumented = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length > 0;
  const isOurs = (symbol: ts.Symbol) =>
    symbol.declarations?.some((node) => node.getSourceFile().fileName.startsWith(HOME));
  const isPrivate = (symbol: ts.Symbol) =>
    symbol.declarations?.some((node) => ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private);

  const exported = doors
    .flatMap((door) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(door)!)!))
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));

  /** Returns the public members of a class, of its instances, or of the companion object of a value. */
  const membersOf = (symbol: ts.Symbol): ts.Symbol[] => {
    if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Variable))) return [];
    const made = symbol.flags & ts.SymbolFlags.Class ? checker.getDeclaredTypeOfSymbol(symbol).getProperties() : [];
    return [...checker.getTypeOfSymbol(symbol).getProperties(), ...made].filter(
      (member) => isOurs(member) && !isPrivate(member) && member.name !== 'prototype',
    );
  };

  it('says what it means', () => {
    expect(exported.length).toBeGreaterThan(50);
    expect(exported.filter((symbol) => !isDocumented(symbol)).map(({ name }) => name)).toEqual([]);
  });

  it('says what its members do', () => {
    const callable = exported.flatMap((symbol) =>
      membersOf(symbol)
        .filter((member) => member.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor))
        .map((member) => ({ name: `${symbol.name}.${member.name}`, documented: isDocumented(member) })),
    );
    expect(callable.length).toBeGreaterThan(25);
    expect(callable.filter(({ documented }) => !documented).map(({ name }) => name)).toEqual([]);
  });
});
