import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { csvOf, rowsOf, textOf } from './row-texts.js';

/** `SEED=<number>` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const PATIENCE = 300_000;

const FORMULAS = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\uFF1D1+1'];
const BEFORE = [
  '',
  ' ',
  '"',
  'x;',
  'x\t',
  'x\n',
  'x\r',
  'x\r\n',
  'x; ',
  'x;"',
  'x;""',
  'x;\u00A0',
  'x\t"',
  'x,',
  ';;',
  '\n"',
];
const TITLES = BEFORE.flatMap((before) =>
  FORMULAS.flatMap((formula) => [`${before}${formula}`, `${before}${formula};y`]),
);

/** Texts of the characters that divide, quote and begin formulas. */
const PARTS = [
  '=',
  '+',
  '-',
  '@',
  ';',
  '\t',
  '\r',
  '\n',
  '"',
  ',',
  ' ',
  "'",
  'x',
  '\u00A0',
  'A1',
  '=1+1',
  ';=1+1',
  ';"',
  '\uFF1D',
];
const RANDOM = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spreadsheets-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Opens CSV in LibreOffice, which divides at this character, and returns the sheet as XML. */
function opened(csv: string, divider: string): string {
  const file = path.join(folder, 'rows.csv');
  writeFileSync(file, csv);
  // Separator, quote, UTF-8, first line, formats, language, quoted text as text, numbers detected.
  const filter = `Text - txt - csv (StarCalc):${divider.charCodeAt(0)},34,76,1,,0,false,true`;
  const options = ['--headless', `-env:UserInstallation=file://${folder}/profile`, `--infilter=${filter}`];
  execFileSync('soffice', [...options, '--convert-to', 'fods', '--outdir', folder, file], { stdio: 'pipe' });
  return readFileSync(path.join(folder, 'rows.fods'), 'utf8');
}

const formulasIn = (sheet: string): string[] => sheet.match(/table:formula="[^"]*"/g) ?? [];

describe.each([
  ['a comma', ','],
  ['a semicolon', ';'],
  ['a tab', '\t'],
])(`In LibreOffice that divides at %s (SEED=${seed})`, (_name, divider) => {
  it(
    'a formula is one, so that this test sees it',
    () => {
      expect(formulasIn(opened(`key${divider}title\r\na${divider}=1+1\r\n`, divider))).toEqual([
        'table:formula="of:=1+1"',
      ]);
    },
    PATIENCE,
  );

  it(
    'no text of an export is a formula',
    async () => {
      const columns = {
        key: () => 'WEB-1',
        title: (title: string) => title,
        again: (title: string) => title,
        net: () => -3.5,
      };
      const titles = [...TITLES, ...fc.sample(RANDOM, { seed, numRuns: 1_000 })];
      const sheet = opened(await textOf(csvOf(columns, rowsOf(titles))), divider);
      expect(sheet).toContain('WEB-1');
      expect(formulasIn(sheet)).toEqual([]);
      const numbers = sheet.split('office:value-type="float" office:value="-3.5"').length - 1;
      if (divider === ',') expect(numbers).toBe(titles.length);
    },
    PATIENCE,
  );
});
