import { containing, titled } from './search-text.js';

describe('The pattern of a search', () => {
  it('takes the characters of a pattern as they are', () => {
    expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
    expect(titled('50%_\\')).toBe('50\\%\\_\\\\\nA\n%');
  });
});
