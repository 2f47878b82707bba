const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OPENS = 8 * HOUR;
const CLOSES = 18 * HOUR;

/** The instant itself, or the same minutes of the next working day (Monday to Friday, 8 to 18, UTC): never an earlier one. */
export function workingTime(instant: Date): Date {
  const dayBegins = Math.floor(instant.getTime() / DAY) * DAY;
  const intoDay = instant.getTime() - dayBegins;
  let at = instant.getTime();
  if (intoDay < OPENS) at = dayBegins + OPENS + (intoDay % HOUR);
  if (intoDay >= CLOSES) at = dayBegins + DAY + OPENS + (intoDay % HOUR);
  while ([0, 6].includes(new Date(at).getUTCDay())) at += DAY;
  return new Date(at);
}
