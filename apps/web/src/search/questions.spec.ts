import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WORK_ITEM_CATALOGUE } from '@worktrack/application/catalogue';
import { parse, resolve } from '@worktrack/squeakql';
import { QUESTIONS, withKeys } from './questions.js';

describe('The questions of the search', () => {
  it('are the twenty of the page about the language', () => {
    const page = readFileSync(path.join(__dirname, '../../../../docs/squeakql.md'), 'utf8');
    const written = [...page.matchAll(/^### (.+)\n\n```squeakql\n(.+)\n```$/gm)];
    expect(written).toHaveLength(20);
    expect(QUESTIONS).toEqual(written.map(([, question, query]) => ({ question, query })));
  });

  it('are valid with the keys of an Organization', () => {
    for (const { query } of QUESTIONS) {
      const own = withKeys(query, ['IN2', 'B']);
      expect(own).not.toMatch(/\b(WEB|HAM)\b/);
      expect(resolve(parse(own), WORK_ITEM_CATALOGUE, { ordering: true, costly: 12 }).diagnostics).toBeUndefined();
    }
    expect(withKeys('project IN (WEB, HAM) AND parent = WEB-1', ['A'])).toBe('project IN (A, HAM) AND parent = A-1');
  });
});
