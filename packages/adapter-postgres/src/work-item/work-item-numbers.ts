import { refuse, type ProjectScope } from '@worktrack/application';
import type { ProjectId } from '@worktrack/domain';
import { statement, type Statement } from '../engine/statement.js';
import type { Value } from '../engine/values.js';
import type { Locks } from '../recording/locks.js';

const TAKE = statement(
  'project-counter.take',
  `update project_counters set last_number = last_number + $3::bigint
   where organization_id = $1 and project_id = $2 returning last_number as "lastNumber"`,
);

type OfProject = Pick<ProjectScope, 'organizationId' | 'projectId'>;

interface Counter {
  readonly lastNumber: number;
}

/** Takes `count` numbers of the Project at once and returns the first. `ask` sends the statement. Throws NOT_FOUND without the Project. */
export async function takeNumbers(
  ask: (statement: Statement, values: readonly Value[]) => Promise<Counter[]>,
  { organizationId, projectId }: OfProject,
  count: number,
): Promise<number> {
  const [counter] = await ask(TAKE, [organizationId, projectId, count]);
  return counter ? counter.lastNumber - count + 1 : refuse('NOT_FOUND');
}

/** The next and the last of the numbers that were taken and not yet assigned. */
interface Reserve {
  readonly next: number;
  readonly last: number;
}

/** The numbers of Work Items in one transaction. They increase per Project and are never assigned twice (contract §1.2.6). */
export class WorkItemNumbers {
  private readonly reserves = new Map<ProjectId, Reserve>();

  constructor(private readonly locks: Locks) {}

  /** Takes `count` numbers at once, which `next` then returns. */
  async reserve(scope: OfProject, count: number): Promise<void> {
    const first = await this.take(scope, count);
    this.reserves.set(scope.projectId, { next: first, last: first + count - 1 });
  }

  async next(scope: OfProject): Promise<number> {
    const reserve = this.reserves.get(scope.projectId);
    if (!reserve || reserve.next > reserve.last) return this.take(scope, 1);
    this.reserves.set(scope.projectId, { ...reserve, next: reserve.next + 1 });
    return reserve.next;
  }

  /** Returns a function that restores the present reserves, for a rollback to this point. */
  mark(): () => void {
    const marked = [...this.reserves];
    return () => {
      for (const [project, reserve] of marked) this.reserves.set(project, reserve);
    };
  }

  private take(scope: OfProject, count: number): Promise<number> {
    return takeNumbers(
      (sent, values) => this.locks.takeLast<Counter>(scope.organizationId, sent, values),
      scope,
      count,
    );
  }
}
