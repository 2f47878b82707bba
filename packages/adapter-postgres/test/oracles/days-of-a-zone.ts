const DAY = 86_400_000;

/** Returns the calendar day of a zone at an instant, as `YYYY-MM-DD`. */
export function dayAt(timeZone: string, instant: number): string {
  return formatOf(timeZone).format(instant);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, made);
  return made;
}

/** Lists the first instant of each calendar day of the zone that begins after `from`, up to `until`: found by bisection, not by rules. */
export function midnightsOf(timeZone: string, from: number, until: number): number[] {
  const midnights: number[] = [];
  let [before, day] = [from, dayAt(timeZone, from)];
  while (before < until) {
    let [low, high] = [before, before + 2 * DAY];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (dayAt(timeZone, middle) === day) low = middle;
      else high = middle;
    }
    [before, day] = [high, dayAt(timeZone, high)];
    midnights.push(high);
  }
  return midnights;
}

/** Returns the first instant of a day in a zone, or of the next day if the zone skipped the day. */
export function midnightOf(timeZone: string, day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  let [low, high] = [noon - 2 * DAY, noon + 2 * DAY];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayAt(timeZone, middle) < day) low = middle;
    else high = middle;
  }
  return high;
}

/** Adds a number of days, which may be negative. */
export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** Lists the days from `first` to `last`, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayPlus(day, 1)) days.push(day);
  return days;
}
