/*
 * Loaded into a server by `--require`: its clock is wrong by the first of the hours that CLOCK_ERRORS lists, such as `2,-2`. At each
 * SIGWINCH it jumps to the next. `performance.now()` and timers are right, as on a machine whose clock is set.
 */
'use strict';

const errors = process.env.CLOCK_ERRORS.split(',').map((hours) => Number(hours) * 3_600_000);
let jumps = 0;
process.on('SIGWINCH', () => (jumps += 1));

const RightDate = Date;
const now = () => RightDate.now() + errors[jumps % errors.length];

globalThis.Date = class Date extends RightDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts));
  }

  static now() {
    return now();
  }
};
