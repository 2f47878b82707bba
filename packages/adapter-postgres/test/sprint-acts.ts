import {
  archiveWorkItem,
  createSprint,
  createWorkItem,
  deleteWorkItem,
  transitionSprint,
  transitionWorkItem,
  unarchiveWorkItem,
  updateWorkItem,
  type NamedCompletion,
  type ProjectScope,
  type UnitOfWork,
} from '@worktrack/application';
import type { SprintId, WorkItemChanges, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import { CONTENT } from './content.js';

/** Initial values of a Work Item that a test chooses. */
export interface Beginning {
  readonly title?: string;
  readonly status?: WorkItemStatus;
  readonly storyPoints?: number | null;
  readonly sprintId?: SprintId | null;
  readonly parentId?: WorkItemId;
}

/** Requests that change the Sprints and Work Items of one Project, each in its own transaction and for any revision. */
export class SprintActs {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly scope: ProjectScope,
  ) {}

  async sprint(name: string, endDate: Date | null = null): Promise<SprintId> {
    const plan = { name, startDate: null, endDate, goal: null, targetPoints: null };
    return (await this.unitOfWork.run((tx) => createSprint(tx, this.scope, plan))).id;
  }

  async create({ sprintId = null, parentId, ...content }: Beginning): Promise<WorkItemId> {
    const references = { sprintId, ...(parentId && { parent: { kind: 'id', id: parentId } as const }) };
    const command = { ...CONTENT, ...content, references };
    return (await this.unitOfWork.run((tx) => createWorkItem(tx, this.scope, command))).id;
  }

  update(workItemId: WorkItemId, { sprintId, ...changes }: Omit<WorkItemChanges, 'assigneeId' | 'parentId'>) {
    const references = sprintId === undefined ? {} : { sprintId };
    const command = { workItemId, expected: '*' as const, changes, references, namesStatus: false };
    return this.unitOfWork.run((tx) => updateWorkItem(tx, this.scope, command));
  }

  transition(workItemId: WorkItemId, targetStatus: string) {
    return this.unitOfWork.run((tx) => transitionWorkItem(tx, this.scope, { workItemId, expected: '*', targetStatus }));
  }

  archive(workItemId: WorkItemId) {
    return this.unitOfWork.run((tx) => archiveWorkItem(tx, this.scope, { workItemId, expected: '*' }));
  }

  unarchive(workItemId: WorkItemId) {
    return this.unitOfWork.run((tx) => unarchiveWorkItem(tx, this.scope, { workItemId, expected: '*' }));
  }

  remove(workItemId: WorkItemId) {
    return this.unitOfWork.run((tx) => deleteWorkItem(tx, this.scope, { workItemId, expected: '*', cascade: true }));
  }

  start(sprintId: SprintId) {
    return this.move(sprintId, 'active', undefined);
  }

  /** Completes a Sprint; unfinished items go to the Sprint `into`, by default to the backlog. */
  complete(sprintId: SprintId, into?: SprintId) {
    return this.move(
      sprintId,
      'done',
      into === undefined ? { mode: 'backlog' } : { mode: 'sprint', targetSprintId: into },
    );
  }

  private move(sprintId: SprintId, targetState: 'active' | 'done', completion: NamedCompletion | undefined) {
    const command = { sprintId, expected: '*' as const, targetState, completion };
    return this.unitOfWork.run((tx) => transitionSprint(tx, this.scope, command));
  }
}
