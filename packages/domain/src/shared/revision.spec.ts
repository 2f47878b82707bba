import { refusalOf } from '../testing/index.js';
import { expectRevision } from './revision.js';

describe('A revision that a writer expects', () => {
  it('may be the current one, or any', () => {
    expect(
      refusalOf(() => {
        expectRevision(7, 7);
      }),
    ).toBeUndefined();
    expect(
      refusalOf(() => {
        expectRevision('*', 7);
      }),
    ).toBeUndefined();
  });

  it.each([6, 8, Number.MAX_SAFE_INTEGER])(
    'is refused when it is %i and not 7, with both in the details',
    (expected) => {
      expect(() => {
        expectRevision(expected, 7);
      }).toThrow(
        expect.objectContaining({
          code: 'REVISION_CONFLICT',
          message: `Revision ${expected} is not the current one; it is 7.`,
          more: { details: { expectedRevision: expected, currentRevision: 7 } },
        }),
      );
    },
  );
});
