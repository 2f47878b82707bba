import { trim } from '@worktrack/domain';
import { TEXT_WITH_CONTENT } from './patterns.js';

describe('The pattern of a text with content', () => {
  it.each(['', 'u'])('takes every character of which trimming leaves something, read with the flags "%s"', (flags) => {
    const pattern = new RegExp(TEXT_WITH_CONTENT, flags);
    const refused: string[] = [];
    // U+0000 and surrogates are refused by another rule.
    for (let unit = 1; unit < 0x10000; unit += 1) {
      if (unit >= 0xd800 && unit < 0xe000) continue;
      const text = String.fromCharCode(unit);
      if (trim(text) !== '' && !pattern.test(` ${text} `)) refused.push(`U+${unit.toString(16)}`);
    }
    expect(refused).toEqual([]);
  });

  it('refuses white space alone', () => {
    const pattern = new RegExp(TEXT_WITH_CONTENT);
    expect(['', ' ', ' \t\n', '\u00a0', '\u3000'].filter((text) => pattern.test(text))).toEqual([]);
  });
});
