import type { SavedReport } from './saved-reports.js';

export type MovingSprint = 'active' | 'last-completed';

/** The names of the choices that follow the Project. */
export const MOVING_SPRINTS: Readonly<Record<MovingSprint, string>> = {
  active: 'The active Sprint',
  'last-completed': 'The Sprint completed last',
};

export const isMoving = (sprint: string): sprint is MovingSprint => Object.hasOwn(MOVING_SPRINTS, sprint);

/** Says in words what the report shows. */
export function sprintWords({ sprint, currentSprint }: SavedReport): string {
  if (!isMoving(sprint)) return currentSprint?.name ?? 'A Sprint that is gone';
  const now = currentSprint ? currentSprint.name : sprint === 'active' ? 'none at the moment' : 'none yet';
  return `${MOVING_SPRINTS[sprint]}: ${now}`;
}
