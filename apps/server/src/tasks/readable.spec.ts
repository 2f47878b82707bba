import { readable } from './readable.js';

const HOSTILE = 'x\nFORGED  row\u001b[2J\u202e';
const SHOWN = String.raw`x\nFORGED \u{20}row\u{1b}[2J\u{202e}`;

describe('An answer for people', () => {
  it('has one line for each row, whatever people called it, and its columns stay aligned', () => {
    const rows = [
      { name: HOSTILE, org: 'acme' },
      { name: 'ci', org: 'other' },
    ];
    const width = SHOWN.length;
    expect(readable(rows)).toBe(
      [`${'name'.padEnd(width)}  org`, `${SHOWN}  acme`, `${'ci'.padEnd(width)}  other`, ''].join('\n'),
    );
  });

  it('shows hostile texts in lists, in objects, and in names of members', () => {
    const answer = { grants: [{ org: HOSTILE }], [HOSTILE]: HOSTILE, at: new Date(0), none: [], count: 1 };
    const lines = readable(answer).split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toContain(`org=${SHOWN}`);
    expect(lines[1]).toBe(`${SHOWN}  ${SHOWN}`);
  });
});
