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

/** Finds the first instant at which the zone shows the day or a later one, by bisection. */
export function firstInstantOf(day: string, timeZone: string): number {
  let [low, high] = [Date.parse(day) - 2 * DAY, Date.parse(day) + 2 * DAY];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayAt(timeZone, middle) < day) low = middle;
    else high = middle;
  }
  return high;
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
