import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bounds } from '@worktrack/application';
import { BOUND_SETTINGS, boundsOf, type LimitUse } from './bounds.js';

const DOCUMENT = path.resolve(__dirname, '../../../../docs/operations/limits.md');
const MIB = 1_048_576;

/** The rows of the table of bounds in the document, by their use. */
function documentedRows(): Map<string, readonly string[]> {
  const [, table = ''] = readFileSync(DOCUMENT, 'utf8').split('<!-- bounds -->');
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return new Map(rows.map(([use = '', , ...cells]) => [use.replaceAll('`', ''), cells]));
}

const shown = (amount: number | undefined): string => {
  if (amount === undefined) return '';
  return amount % MIB === 0 ? `${(amount / MIB).toLocaleString('en-US')} MiB` : amount.toLocaleString('en-US');
};

function organizationOf({ organization, organizationWhileOthersWait }: Bounds): string {
  return organizationWhileOthersWait === undefined
    ? shown(organization)
    : `${shown(organizationWhileOthersWait)} while others wait`;
}

function waitOf({ waiting }: Bounds): string {
  return waiting ? `${shown(waiting.process)}, ${shown(waiting.one)} of one, ${waiting.timeout / 1_000} s` : '';
}

describe('The table of bounds in docs/operations/limits.md', () => {
  const bounds = boundsOf(BOUND_SETTINGS);
  const documented = documentedRows();

  it('has every use, and no other', () => {
    expect([...documented.keys()].sort()).toEqual(Object.keys(bounds).sort());
  });

  it.each(Object.keys(bounds) as LimitUse[])('has the bounds of %s by default', (use) => {
    const of = bounds[use];
    const { process, user, credential, network } = of;
    const cells = [process, user, credential, network].map(shown);
    expect(documented.get(use)).toEqual([cells[0], organizationOf(of), ...cells.slice(1), waitOf(of)]);
  });
});

describe('The bounds', () => {
  it.each([1, 2, 3, 10, 1_000])(
    'of %i connections leave the half to others than one user, where there are two',
    (connections) => {
      const { user = 0, organizationWhileOthersWait = 0 } = boundsOf({ ...BOUND_SETTINGS, connections }).connections;
      expect([user, organizationWhileOthersWait].every((most) => most >= 1 && most <= connections)).toBe(true);
      expect(connections - user).toBeGreaterThanOrEqual(Math.floor(connections / 2));
    },
  );
});
