import {
  Calendar,
  TimeZone,
  cumulativeFlow,
  cumulativeFlowFrom,
  daysOf,
  intervalsOf,
  spanOf,
  velocity,
  velocityFrom,
} from '@worktrack/domain';

// Data of any tracker: two Sprints, and the statuses of each task with the instants of its entries.
const at = (text) => new Date(`2026-03-${text}:00.000Z`);
const sprints = [
  { id: 'sprint-1', name: 'Sprint 1', state: 'done', startedAt: at('02T09:00'), completedAt: at('04T17:00') },
  { id: 'sprint-2', name: 'Sprint 2', state: 'done', startedAt: at('05T09:00'), completedAt: at('06T17:00') },
];
const tasks = [
  {
    number: 1,
    points: 5,
    sprint: 'sprint-1',
    statuses: { todo: '02T08:00', in_progress: '02T10:00', done: '03T15:00' },
  },
  {
    number: 2,
    points: 3,
    sprint: 'sprint-1',
    statuses: { todo: '02T08:00', in_progress: '04T10:00', done: '06T11:00' },
  },
  { number: 3, points: 8, sprint: 'sprint-2', statuses: { todo: '03T08:00', in_progress: '05T10:00' } },
];

// The history of each task: its creation, then its changes. What a task does not have is left out.
const history = tasks.map(({ number, points, sprint, statuses }) => {
  const [[status, created], ...moves] = Object.entries(statuses);
  const initial = { title: `Task ${number}`, status, storyPoints: points, sprint };
  return {
    record: { id: `task-${number}`, projectKey: 'MAP', number },
    events: [
      { at: at(created), change: { action: 'created', initial } },
      ...moves.map(([to, moved]) => ({ at: at(moved), change: { action: 'status_changed', to } })),
    ],
  };
});
// The second task was unfinished, so the completion moved it to the next Sprint.
history[1].events.push({ at: at('04T17:00'), change: { action: 'sprint_changed', to: 'sprint-2' } });

const speed = velocity(velocityFrom(history, sprints), { range: 6, unit: 'points', window: 3 });
for (let index = 0; index < speed.rows.length; index += 1) {
  const { sprint, committed, completed, carriedOver } = speed.rows.at(index);
  console.log(`${sprint.name}: ${committed} points committed, ${completed} completed, ${carriedOver} carried over`);
}
console.log(`On average ${speed.figures.averageCompleted} points are completed`);

const asOf = at('06T18:00');
const calendar = new Calendar(TimeZone.utc);
const span = spanOf({ range: 5 }, calendar.dayOf(asOf), 90);
const facts = cumulativeFlowFrom(history, { intervals: intervalsOf(span, 'day'), calendar, asOf });
const flow = cumulativeFlow(facts, { days: daysOf(span), unit: 'count' });
for (let index = 0; index < flow.rows.length; index += 1) {
  const { date, todo, in_progress: inProgress, done } = flow.rows.at(index);
  console.log(`${date}: ${todo} to do, ${inProgress} in progress, ${done} done`);
}
console.log(`On average ${flow.figures.averageWip} are in progress, for ${flow.figures.averageLeadTimeDays} days`);
