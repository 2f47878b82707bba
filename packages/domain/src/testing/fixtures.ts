import {
  Color,
  Comment,
  DomainError,
  Project,
  Sprint,
  WorkItem,
  newFieldsOf,
  type CommentId,
  type CommentRecord,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type ProjectRecord,
  type SprintId,
  type SprintRecord,
  type UserId,
  type WorkItemId,
  type WorkItemRecord,
} from '../index.js';

const MADE = new Date('2026-03-02T09:00:00.000Z');

/** A stored Project; `facts` override the defaults. */
export function aProject(facts: Partial<ProjectRecord> = {}): Project {
  return Project.restore({
    id: '10000000-0000-4000-8000-000000000001' as ProjectId,
    organizationId: '10000000-0000-4000-8000-000000000000' as OrganizationId,
    key: 'WEB' as ProjectKey,
    name: 'Website',
    description: null,
    color: Color.default,
    workLimits: {},
    revision: 1,
    archivedAt: null,
    createdAt: MADE,
    updatedAt: MADE,
    ...facts,
  });
}

/** A stored Work Item; `facts` override the defaults. */
export function aWorkItem(facts: Partial<WorkItemRecord> = {}): WorkItem {
  return WorkItem.restore({
    id: '10000000-0000-4000-8000-000000000002' as WorkItemId,
    organizationId: '10000000-0000-4000-8000-000000000000' as OrganizationId,
    projectId: '10000000-0000-4000-8000-000000000001' as ProjectId,
    projectKey: 'WEB' as ProjectKey,
    number: 1,
    revision: 1,
    ...newFieldsOf({ title: 'Write the launch plan' }),
    status: 'backlog',
    assigneeId: null,
    reporterId: '10000000-0000-4000-8000-000000000003' as UserId,
    sprintId: null,
    parentId: null,
    archivedAt: null,
    deletedAt: null,
    createdAt: MADE,
    updatedAt: MADE,
    ...facts,
  });
}

/** A stored comment on `aWorkItem`; `facts` override the defaults. */
export function aComment(facts: Partial<CommentRecord> = {}, { hasLiveReplies = false } = {}): Comment {
  const record = {
    id: '10000000-0000-4000-8000-000000000005' as CommentId,
    organizationId: '10000000-0000-4000-8000-000000000000' as OrganizationId,
    projectId: '10000000-0000-4000-8000-000000000001' as ProjectId,
    workItemId: '10000000-0000-4000-8000-000000000002' as WorkItemId,
    parentCommentId: null,
    authorId: '10000000-0000-4000-8000-000000000003' as UserId,
    body: 'Who writes it?',
    createdAt: MADE,
    updatedAt: MADE,
    editedAt: null,
    deletedAt: null,
  };
  return Comment.restore({ ...record, ...facts }, { hasLiveReplies });
}

/** A stored Sprint; `facts` override the defaults. */
export function aSprint(facts: Partial<SprintRecord> = {}): Sprint {
  return Sprint.restore({
    id: '10000000-0000-4000-8000-000000000004' as SprintId,
    organizationId: '10000000-0000-4000-8000-000000000000' as OrganizationId,
    projectId: '10000000-0000-4000-8000-000000000001' as ProjectId,
    name: 'Sprint 1',
    state: 'future',
    startDate: null,
    endDate: null,
    goal: null,
    targetPoints: null,
    startedAt: facts.state === 'active' || facts.state === 'done' ? MADE : null,
    completedAt: facts.state === 'done' ? MADE : null,
    revision: 1,
    createdAt: MADE,
    updatedAt: MADE,
    ...facts,
  });
}

/** Returns the code of the refusal that `attempt` throws, or `undefined` when it throws nothing. Rethrows any other error. */
export function refusalOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return (error as DomainError).code;
    throw error;
  }
}
