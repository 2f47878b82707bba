import { RequestWork, refuse, type ProjectScope } from '@worktrack/application';
import type { ProjectId } from '@worktrack/domain';
import { DATABASE_CLOCK, type Reader, statement } from '../engine/statement.js';

/** Takes $3 numbers of a Project. The clock is read after the row is locked, so a higher number never has an earlier instant. */
const TAKE = statement(
  'project-counter.take',
  `with taken as (
     update project_counters set last_number = last_number + $3::bigint
     where organization_id = $1 and project_id = $2 returning last_number
   )
   select last_number as "lastNumber", ${DATABASE_CLOCK} as instant from taken`,
);

export type OfProject = Pick<ProjectScope, 'organizationId' | 'projectId'>;

/** Numbers that belong to one caller: the first of them, and the instant at which they were taken. */
export interface TakenNumbers {
  readonly first: number;
  readonly instant: Date;
}

interface CounterRow {
  readonly lastNumber: number;
  readonly instant: Date;
}

/** Takes `count` numbers of the Project and returns the first. Throws `NOT_FOUND` without the Project. */
export async function takeNumbers(
  reader: Reader,
  { organizationId, projectId }: OfProject,
  count: number,
): Promise<TakenNumbers> {
  const [counter] = await reader.rows<CounterRow>(TAKE, [organizationId, projectId, count]);
  if (!counter) return refuse('NOT_FOUND');
  return { first: counter.lastNumber - count + 1, instant: counter.instant };
}

interface Caller {
  readonly count: number;
  readonly resolve: (taken: TakenNumbers) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Takes numbers of Work Items in transactions of their own, so that a creation does not lock the counter of its Project until it commits.
 * Numbers of a creation that fails stay unused. Callers that come while numbers of their Project are being taken share the next statement.
 */
export class NumberSource {
  /** The callers that wait, by their Project, while a statement for that Project is running. */
  private readonly waiting = new Map<ProjectId, Caller[]>();

  /** `reader` runs each statement as a transaction; after a lost connection it can run it again, which skips numbers. */
  constructor(private readonly reader: Reader) {}

  /** Takes numbers that no other caller gets. Throws `NOT_FOUND` without the Project, and `Overloaded`. */
  take(scope: OfProject, count: number): Promise<TakenNumbers> {
    return new Promise((resolve, reject) => {
      const caller = { count, resolve, reject };
      const others = this.waiting.get(scope.projectId);
      if (others) {
        others.push(caller);
        return;
      }
      this.waiting.set(scope.projectId, []);
      // The statement serves other requests, too: it does not end with the request that happens to send it.
      void RequestWork.apart(() => this.serve(scope, [caller]));
    });
  }

  private async serve({ organizationId, projectId }: OfProject, first: readonly Caller[]): Promise<void> {
    for (let callers = first; callers.length > 0; callers = this.waiting.get(projectId)?.splice(0) ?? []) {
      await this.takeFor({ organizationId, projectId }, callers);
    }
    this.waiting.delete(projectId);
  }

  /** Takes numbers for the callers, in their order. Never throws. */
  private async takeFor(project: OfProject, callers: readonly Caller[]): Promise<void> {
    try {
      const total = callers.reduce((sum, { count }) => sum + count, 0);
      const { first, instant } = await takeNumbers(this.reader, project, total);
      let next = first;
      for (const { count, resolve } of callers) {
        resolve({ first: next, instant });
        next += count;
      }
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }
}
