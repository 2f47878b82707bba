import type { ProjectId } from '@worktrack/domain';
import type { OfProject } from './number-source.js';

/** Takes a number of numbers of a Project, and returns the first. */
export type TakeFirst = (scope: OfProject, count: number) => Promise<number>;

/** The next and the last of the numbers that were taken and not yet assigned. */
interface Reserve {
  readonly next: number;
  readonly last: number;
}

/** The numbers of Work Items in one transaction. They increase per Project and are never assigned twice (contract §1.2.6). */
export class WorkItemNumbers {
  private readonly reserves = new Map<ProjectId, Reserve>();

  constructor(private readonly take: TakeFirst) {}

  /** Takes `count` numbers together, which `next` then returns. */
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
}
