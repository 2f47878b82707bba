import { Calendar, CalendarDay } from '../shared/calendar.js';
import { TimeZone } from '../shared/time-zone.js';
import type { ProjectKey } from '../project/project-key.js';
import type { SprintId, UserId, WorkItemId } from '../identity/ids.js';
import { aWorkItem } from '../testing/index.js';
import { WorkItem } from '../work-item/work-item.js';
import { controlChart } from './control-chart.js';
import { cumulativeFlowFrom, controlChartFrom } from './flow-from-history.js';
import type { ItemHistory } from './item-history.js';
import { sprintFactsFrom, velocityFrom } from './sprint-from-history.js';
import { distributionFrom, facesFrom } from './standing-from-history.js';

const ADA = '10000000-0000-4000-8000-000000000003' as UserId;
const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour));
const day = (number: number) => CalendarDay.parse(`2026-03-0${number}`) ?? CalendarDay.first;

const item = (number: number, ...events: ItemHistory['events']): ItemHistory => ({
  record: { id: `item-${number}` as WorkItemId, projectKey: 'MAP' as ProjectKey, number },
  events,
});
const created = (instant: Date, more: object = {}) =>
  ({ at: instant, change: { action: 'created', initial: { status: 'todo', ...more } } }) as const;
const moved = (instant: Date, to: 'in_progress' | 'done') =>
  ({ at: instant, change: { action: 'status_changed', to } }) as const;

const span = { intervals: [{ start: day(2), end: day(2) }], calendar: new Calendar(TimeZone.utc), asOf: at(9) };

describe('A history of own data', () => {
  it('needs a status only: a task of medium priority without a title, Sprint, assignee or estimate', () => {
    const history = [item(1, created(at(2)))];
    expect(facesFrom(history, at(9))('item-1' as WorkItemId)).toMatchObject({
      title: '',
      type: 'task',
      priority: 'medium',
    });
    const counted = { itemCount: 1, points: 0 };
    expect(distributionFrom(history, { asOf: at(9), groupBy: 'assignee', scope: 'all' })).toMatchObject({
      groups: [],
      none: counted,
      total: counted,
    });
  });

  it('can be in any order', () => {
    const events = [created(at(1)), moved(at(2, 9), 'in_progress'), moved(at(2, 21), 'done')];
    const facts = (history: readonly ItemHistory[]) => {
      const { finished } = controlChartFrom(history, { ...span, startStatus: 'in_progress' });
      return [finished.firstEnteredAt[0], finished.doneAt[0]];
    };
    expect(facts([item(1, ...events)])).toEqual([at(2, 9).getTime(), at(2, 21).getTime()]);
    expect(facts([item(1, ...events.toReversed())])).toEqual(facts([item(1, ...events)]));
  });

  it('counts up to the present of the report', () => {
    const history = [item(1, created(at(2)), moved(at(3), 'done')), item(2, created(at(4)))];
    const facts = cumulativeFlowFrom(history, { ...span, asOf: at(2, 12) });
    expect(facts).toMatchObject({ present: [{ status: 'todo', itemCount: 1 }], arrivals: 1, departures: 0 });
  });

  it('does not count an item that is archived, and counts it again afterwards', () => {
    const archived = { at: at(3), change: { action: 'archived' } } as const;
    const unarchived = { at: at(5), change: { action: 'unarchived' } } as const;
    const history = [item(1, created(at(2)), archived, unarchived)];
    const totalAt = (asOf: Date) => distributionFrom(history, { asOf, groupBy: 'status', scope: 'all' }).total;
    expect([at(2), at(4), at(6)].map((asOf) => totalAt(asOf).itemCount)).toEqual([1, 0, 1]);
  });

  it('is refused when it does not begin with the creation, or has an unknown status', () => {
    const withoutCreation = [item(7, moved(at(3), 'done'))];
    expect(() => facesFrom(withoutCreation, at(9))).toThrow(
      new TypeError('The history of MAP-7 does not begin with its creation.'),
    );
    const unknown = [item(7, created(at(2)), moved(at(3), 'closed' as never))];
    expect(() => facesFrom(unknown, at(9))).toThrow(
      new TypeError('A change of status: to must be one of backlog, todo, in_progress, in_review, done, not "closed".'),
    );
  });

  it('carries over what leaves a Sprint at the instant of its completion, to the Sprint that it enters', () => {
    const [first, next] = ['sprint-1', 'sprint-2'] as SprintId[];
    const toNext = { at: at(4), change: { action: 'sprint_changed', to: next ?? null } } as const;
    const history = [item(1, created(at(1), { sprint: first, storyPoints: 3 }), toNext)];
    const sprint = {
      ...({ id: first ?? ('' as SprintId), name: 'One', state: 'done', startDate: null, endDate: null } as const),
      ...{ startedAt: at(2), completedAt: at(4) },
    };
    const named = [{ id: next ?? ('' as SprintId), name: 'Two' }];
    expect(sprintFactsFrom(history, sprint, { asOf: at(9), sprints: named }).episodes[0]?.end).toMatchObject({
      reason: 'completion',
      destination: { kind: 'sprint', sprintId: next, name: 'Two' },
    });
    expect(velocityFrom(history, [sprint])).toMatchObject([
      { committed: { points: 3 }, completed: { points: 0 }, carriedOver: { points: 3 }, removed: { points: 0 } },
    ]);
  });

  it('is a new Work Item too', () => {
    const { record } = aWorkItem({ status: 'todo' });
    const made = WorkItem.create(record, ADA, at(1));
    made.transition('done', ADA, at(2, 12));
    const facts = controlChartFrom([made], span);
    const chart = controlChart(facts, { measure: { kind: 'lead' }, window: 1, faceOf: facesFrom([made], at(9)) });
    expect([chart.rows.length, chart.rows.at(0).days, chart.rows.at(0).workItem.key]).toEqual([1, 1.5, 'WEB-1']);
  });
});
