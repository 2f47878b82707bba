/** The id before all others: the position from which rows are read in the order of their ids. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/** The id after all others. A page that starts after it contains no other row of the same instant. */
export const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
