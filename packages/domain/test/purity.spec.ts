import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HOME = path.resolve(__dirname, '..');
const ROOT = path.resolve(HOME, '../..');

/** The configuration of the whole tree, for a folder with planted files; without rules that read types, which would need a project. */
const CONFIGURATION = `
  import config from ${JSON.stringify(path.join(ROOT, 'oxlint.config.mjs'))};
  export default { ...config, options: { typeAware: false } };
`;

interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly code?: string; readonly message: string }[];
}

/** Names the rules that each planted file breaks: those of the linter as `eslint(no-restricted-globals)`. */
function rulesBrokenBy(planted: readonly (readonly [file: string, code: string])[]): string[][] {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'worktrack-domain-')));
  try {
    writeFileSync(path.join(folder, 'oxlint.config.mjs'), CONFIGURATION);
    const names = planted.map(([file, code], index) => {
      const name = file.replace('planted', `planted-${index}`);
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), code);
      return name;
    });
    const linter = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const args = [linter, '-c', 'oxlint.config.mjs', '--format', 'json', '.'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
    if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
    const { diagnostics } = JSON.parse(stdout) as Report;
    return names.map((name) =>
      diagnostics.filter(({ filename }) => filename === name).map(({ code, message }) => code ?? message),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const RULE_BY_PLANT: Record<string, string> = {
  'export const now = new Date();': 'no-restricted-syntax',
  'export const now = Date();': 'no-restricted-syntax',
  'export const now = Date.now();': 'no-restricted-properties',
  'const { now } = Date; export const then = now;': 'no-restricted-properties',
  'export const local = new Date(2026, 0, 1);': 'no-restricted-syntax',
  'export const hours = (at: Date) => at.getHours();': 'no-restricted-properties',
  "export const order = (a: string) => a.localeCompare('b');": 'no-restricted-properties',
  'export const lower = (a: string) => a.toLocaleLowerCase();': 'no-restricted-properties',
  'export const chance = Math.random();': 'no-restricted-properties',
  "export const chance = Math['random']();": 'no-restricted-properties',
  'export async function later() {}': 'no-restricted-syntax',
  'export const later = async () => 1;': 'no-restricted-syntax',
  'export class Later { async run() {} }': 'no-restricted-syntax',
  'export async function* later() {}': 'no-restricted-syntax',
  'await 1; export {};': 'no-restricted-syntax',
  'export const later = Promise.resolve(1);': 'no-restricted-globals',
  '@decorated export class Thing {}': 'no-restricted-syntax',
  'export class Thing { @decorated name = 1; }': 'no-restricted-syntax',
  'export const home = process.env;': 'no-restricted-globals',
  'export const clock = globalThis.Date;': 'no-restricted-globals',
  'setTimeout(() => undefined, 1); export {};': 'no-restricted-globals',
  "console.log('x'); export {};": 'no-restricted-globals',
  "export const fs = require('fs');": 'no-restricted-globals',
  "import { randomUUID } from 'node:crypto'; export { randomUUID };": 'no-restricted-imports',
  "import 'reflect-metadata';": 'no-restricted-imports',
  "import type { Injectable } from '@nestjs/common'; export type { Injectable };": 'no-restricted-imports',
  "export * from '@worktrack/application';": 'no-restricted-imports',
  "export { page } from '../../../application/src/index.js';": 'no-restricted-imports',
  "export { page } from '../../package.json';": 'no-restricted-imports',
  "export const later = import('./other.js');": 'no-restricted-syntax',
  "import fs = require('fs'); export { fs };": 'no-restricted-syntax',
};

const INNOCENT = [
  'export const at = new Date(0);',
  'export const at = (text: string) => new Date(text);',
  'export const day = (at: Date) => at.getUTCDay();',
  'export const lower = (text: string) => text.toLowerCase();',
  "import { trim } from '../shared/text.js'; export { trim };",
  "export { trim } from './text.js';",
];

jest.setTimeout(120_000);

describe('The lint rules of the domain', () => {
  const inSource = (code: string): [string, string] => ['packages/domain/src/project/planted.ts', code];

  it('find everything that would make it impure', () => {
    const plants = Object.keys(RULE_BY_PLANT);
    const broken = rulesBrokenBy(plants.map(inSource));
    // The planted code may also break a style rule.
    const missed = plants.filter(
      (code, index) => !broken[index]?.some((rule) => rule.includes(`(${RULE_BY_PLANT[code]!})`)),
    );
    expect(missed).toEqual([]);
  });

  it('leave innocent code alone, and tests, which may do as they like', () => {
    const impure = Object.keys(RULE_BY_PLANT).filter((code) => !code.includes('decorated'));
    const inTest = impure.map((code): [string, string] => ['packages/domain/src/project/planted.spec.ts', code]);
    const broken = rulesBrokenBy([...INNOCENT.map(inSource), ...inTest]).flat();
    expect(broken.filter((rule) => rule.includes('(no-restricted'))).toEqual([]);
  });
});

describe('The types of the domain', () => {
  const tsc = (project: string) => {
    const compiler = path.join(ROOT, 'node_modules/.bin/tsc');
    const args = ['--project', project, '--noEmit', '--composite', 'false', '--incremental', 'false'];
    return spawnSync(process.execPath, [compiler, ...args], { cwd: HOME, encoding: 'utf8' }).stdout;
  };

  it('need none of Node, of a browser or of a test runner', () => {
    expect(tsc('tsconfig.build.json')).toBe('');
  });

  it('know no name of theirs', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'worktrack-domain-'));
    try {
      const names = ['process', 'Buffer', 'setTimeout', 'fetch', 'document', 'URL', 'describe'];
      writeFileSync(path.join(folder, 'planted.ts'), names.map((name) => `void ${name};`).join('\n'));
      const config = { extends: path.join(HOME, 'tsconfig.build.json'), include: ['planted.ts'], exclude: [] };
      writeFileSync(
        path.join(folder, 'tsconfig.json'),
        JSON.stringify({ ...config, compilerOptions: { rootDir: '.' } }),
      );
      const complaints = tsc(folder);
      expect(names.filter((name) => !complaints.includes(`Cannot find name '${name}'`))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
