import { randomUUID } from 'node:crypto';
import { Color, DomainError, Project, ProjectKey, WorkItem } from '@worktrack/domain';

// Facts from outside: the domain makes no identifiers and reads no clock.
const organizationId = randomUUID();
const ada = randomUUID();
const at = (time) => new Date(`2026-03-02T${time}:00.000Z`);

const project = Project.create(
  {
    id: randomUUID(),
    organizationId,
    key: ProjectKey.parse('web'),
    name: 'Website',
    description: null,
    color: Color.default,
  },
  at('09:00'),
);

project.admitNewWork(); // throws PROJECT_ARCHIVED when it is archived
const item = WorkItem.create(
  {
    id: randomUUID(),
    organizationId,
    projectId: project.record.id,
    projectKey: project.record.key,
    number: 1,
    title: 'Write the launch plan',
    description: null,
    type: 'task',
    status: 'backlog',
    priority: 'medium',
    assigneeId: null,
    sprintId: null,
    parentId: null,
    storyPoints: 3,
    dueDate: null,
  },
  ada,
  at('09:05'),
);

item.update({ title: 'Write and send the launch plan', priority: 'high' }, ada, at('09:30'));
item.transition('in_progress', ada, at('10:00'));
item.transition('in_review', ada, at('15:00'));
item.transition('done', ada, at('16:00'));

console.log(`${item.key} is ${item.record.status} at revision ${item.record.revision}`);
for (const { revision, at, change } of item.events) {
  const step = 'from' in change ? `: ${change.from} -> ${change.to}` : '';
  console.log(`${revision}  ${at.toISOString()}  ${change.action}${step}`);
}

try {
  item.transition('in_review', ada, at('17:00'));
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  console.log(`${error.code}: ${error.message}`);
  console.log(`It may become ${error.more.details.allowedTargets.join(', ')}`);
}
