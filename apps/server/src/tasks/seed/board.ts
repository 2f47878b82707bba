import type { SprintId, WorkItemId } from '@worktrack/domain';
import type { WorkLife } from './work-life.js';

/** The Sprints and epics of a Project, as far as whoever works on an item looks at them. */
export interface Board {
  readonly active: SprintId | undefined;
  /** The Sprint that begins next. */
  readonly next: SprintId | undefined;
  /** A Sprint without a plan. */
  readonly someday: SprintId | undefined;
  /** Whether the Sprint is done. */
  isDone(sprint: SprintId): boolean;
  /** The item shall come into one of the next Sprints. */
  queue(life: WorkLife): void;
  /** An epic that is open at that moment. */
  epicAt(moment: number): WorkItemId | undefined;
}
