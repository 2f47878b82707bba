import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HOME = path.resolve(__dirname, '..');
const ROOT = path.resolve(HOME, '../..');

// ESLint's configuration is an ES module, which the test runner's sandbox cannot load, so ESLint runs in its own process.
const LINT = `
  import { ESLint } from 'eslint';
  import tseslint from 'typescript-eslint';
  const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] });
  const rulesBroken = async ([file, code]) => {
    const [{ messages }] = await eslint.lintText(code, { filePath: file });
    return messages.map(({ ruleId, message }) => ruleId ?? message);
  };
  const planted = JSON.parse(process.argv[1]);
  process.stdout.write(JSON.stringify(await Promise.all(planted.map(rulesBroken))));
`;

function rulesBrokenBy(planted: [file: string, code: string][]): string[][] {
  const args = ['--input-type=module', '--eval', LINT, JSON.stringify(planted)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as string[][];
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
    const missed = plants.filter((code, index) => !broken[index]?.includes(RULE_BY_PLANT[code]!));
    expect(missed).toEqual([]);
  });

  it('leave innocent code alone, and tests, which may do as they like', () => {
    const impure = Object.keys(RULE_BY_PLANT).filter((code) => !code.includes('decorated'));
    const inTest = impure.map((code): [string, string] => ['packages/domain/src/project/planted.spec.ts', code]);
    const broken = rulesBrokenBy([...INNOCENT.map(inSource), ...inTest]).flat();
    expect(broken.filter((rule) => rule.startsWith('no-restricted'))).toEqual([]);
  });
});

describe('The types of the domain', () => {
  const tsc = (project: string) => {
    const compiler = require.resolve('typescript/bin/tsc');
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
