import type { LabelId, UserId } from '@worktrack/domain';
import { aProject } from '@worktrack/domain/testing';
import { DEMO_PROJECTS } from './demo-cast.js';
import { SeededRandom } from './seeded-random.js';
import type { SimulatedItem } from './simulated-item.js';
import { SimulatedProject } from './simulated-project.js';
import { SimulatedWorkItem } from './simulated-work-item.js';
import { WORKING, WorkingTime } from './working-time.js';

const COUNT = 120;
const DAYS = 60;

/** Simulates twelve weeks of a Project day by day; returns the items in the order in which they finished. */
function simulate(seed: number): readonly SimulatedItem[] {
  const time = WorkingTime.until(new Date('2026-03-04T12:30:00.000Z'), DAYS * WORKING.DAY);
  const [cast] = DEMO_PROJECTS;
  const surroundings = {
    time,
    cast: cast!,
    team: ['ada', 'bo', 'cy'] as unknown as [UserId, ...UserId[]],
    labels: ['red', 'blue'] as unknown as [LabelId, ...LabelId[]],
  };
  const project = aProject().record;
  const plan = { project, surroundings, begins: 0, first: 1, count: COUNT, doneSprints: 4 };
  const simulated = new SimulatedProject(new SeededRandom(seed), plan);
  return Array.from({ length: DAYS }, (_, index) => {
    simulated.runUntil(Math.min((index + 1) * WORKING.DAY, time.length));
    simulated.deleteSome(Math.min((index + 1) * WORKING.DAY, time.length));
    return simulated.takeFinished(index === DAYS - 1).items;
  }).flat();
}

/** Everything about an item but the random identifiers. */
const historyOf = ({ item, conversation }: SimulatedItem) => ({
  number: item.record.number,
  title: item.record.title,
  changes: item.events.map(({ at, actor, change: { action } }) => ({ at, actor, action })),
  comments: conversation.comments.map(({ record: { body, authorId, createdAt } }) => ({ body, authorId, createdAt })),
});

describe('A simulated Project', () => {
  const items = simulate(7);

  it('has the same history for the same seed, and another one for another', () => {
    const histories = items.map(historyOf);
    expect(simulate(7).map(historyOf)).toEqual(histories);
    expect(simulate(8).map(historyOf)).not.toEqual(histories);
  });

  it('finishes every item once, a parent before its children', () => {
    expect(items.map(({ item }) => item.record.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: COUNT }, (_, index) => index + 1),
    );
    const children = items.filter((item) => item instanceof SimulatedWorkItem && item.parent !== undefined);
    expect(children).not.toEqual([]);
    for (const child of children as SimulatedWorkItem[]) {
      expect(items.indexOf(child.parent!)).toBeLessThan(items.indexOf(child));
    }
  });

  it('changes an item at moments that ascend, at most once a minute', () => {
    for (const { item } of items) {
      const instants = [...new Set(item.events.map(({ at }) => at.getTime()))];
      for (const [index, at] of instants.entries()) {
        if (index > 0) expect(at - instants[index - 1]!).toBeGreaterThanOrEqual(WORKING.MINUTE);
      }
    }
  });

  it('has work that is done, work under way, and work that was reopened', () => {
    const statuses = new Set(items.map(({ item }) => item.record.status));
    expect([...statuses].sort()).toEqual(expect.arrayContaining(['backlog', 'done', 'in_progress', 'todo']));
    const completions = items.map(({ item }) => {
      return item.events.filter(({ change }) => change.action === 'status_changed' && change.to === 'done').length;
    });
    expect(Math.max(...completions)).toBeGreaterThan(1);
  });
});
