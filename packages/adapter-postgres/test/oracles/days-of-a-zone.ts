const DAY = 86_400_000;

/** The calendar day that a zone has at an instant, as `YYYY-MM-DD`. */
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

/** The first instant of each calendar day of the zone that begins after `from`, up to `until`: found by halving, not by rules. */
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

/** The first instant at which a zone has the day, or a later one where the day was left out. */
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

/** So many days later, or earlier. */
export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** From one to the other, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayPlus(day, 1)) days.push(day);
  return days;
}
