/** The calendar day of an instant where the user is: `2026-12-03`. */
export function dayOf(instant: string | Date): string {
  const day = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The last second of a calendar day where the user is: a Work Item that is due on a day is not overdue on it. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

function daysFrom(now: Date, count: number): string {
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + count));
}

/** The days that people choose most. */
export function usualDays(now = new Date()): readonly { readonly name: string; readonly day: string }[] {
  const toMonday = ((8 - now.getDay()) % 7) + (now.getDay() === 1 ? 7 : 0);
  return [
    { name: 'Today', day: daysFrom(now, 0) },
    { name: 'Tomorrow', day: daysFrom(now, 1) },
    { name: 'Next Monday', day: daysFrom(now, toMonday) },
    { name: 'In two weeks', day: daysFrom(now, 14) },
  ];
}
