import { REPORT_BOUNDS } from './bounds.js';

describe('A report', () => {
  it('reads at most 200,000 Work Items and 2,000,000 history rows of one Project', () => {
    expect(REPORT_BOUNDS).toEqual({ items: 200_000, historyRows: 2_000_000 });
  });
});
