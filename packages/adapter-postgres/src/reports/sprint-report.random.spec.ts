import { getSprintReport } from '@worktrack/application';
import { sprintFactsFrom, sprintReport, type SprintId, type SprintReport } from '@worktrack/domain';
import { RuntimeTimeZones } from '../../test/runtime-time-zones.js';
import { itemHistories } from '../../test/item-histories.js';
import { historyOf, naiveReport } from '../../test/oracles/naive-sprint-report.js';
import { randomNumbers } from '../../test/random-numbers.js';
import { SprintWhim } from '../../test/sprint-whim.js';
import { clockedSuite } from '../../test/suite.js';

jest.setTimeout(900_000);

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const LIVES = process.env.TEST_DEEP === undefined ? 6 : 25;
/** Lives in which a Work Item was renamed at the instant of a completion, after it; in the second, that instant was later than the clock. */
const RENAMED_AT_COMPLETION = [2_010_876_645, 1_040_988_625];
const ACTS_EACH = 70;
const LATER_ACTS = process.env.TEST_DEEP === undefined ? 400 : 1_000;

/** The present for a future Sprint: all its history counts, and changes that were recorded together are later than the stopped clock. */
const AFTER_ALL = new Date(Date.UTC(9999, 0));

/** Removes the ids of rows, which are random. */
function withoutIds({ scopeChanges, carryover, items, ...report }: SprintReport) {
  const stripped = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, id: undefined }));
  return {
    ...report,
    scopeChanges: { added: stripped(scopeChanges.added), removed: stripped(scopeChanges.removed) },
    carryover: stripped(carryover),
    items: stripped(items),
  };
}

describe(`A Sprint report after anything (SEED=${seed})`, () => {
  const suite = clockedSuite();

  const whim = async (lifeSeed: number) => {
    await suite.clock.set(Date.UTC(2026, 1, 27, 20));
    await suite.makeProject();
    return new SprintWhim(suite.ports.unitOfWork, suite.scope, suite.clock, randomNumbers(lifeSeed));
  };

  /**
   * Sets the clock after a completion, whose instant may be later than the clock. A completion that carries nothing over leaves no entry in
   * the history, so the order of a change of its instant is unknown.
   */
  const setClockAfter = async (sprint: SprintId) => {
    const [row] = await suite.database.sql<{ at: Date }>('select completed_at as at from sprints where id = $1', [
      sprint,
    ]);
    await suite.clock.set(Math.max(suite.clock.now, row!.at.getTime()) + 1);
  };

  const expectRight = async ({ scope, sprints }: SprintWhim) => {
    const project = await historyOf(suite.database, scope.projectId);
    const histories = await itemHistories(suite.database, scope.projectId);
    const named = project.sprints.map((sprint) => ({ ...sprint, id: sprint.id as SprintId, startDate: null }));
    for (const id of sprints) {
      const report = sprintReport(await suite.ports.sprintReportFeed.facts(scope, id));
      const stored = project.sprints.find((sprint) => sprint.id === id)!;
      expect(withoutIds(report)).toEqual(naiveReport(project, stored, report.reportEndAt ?? AFTER_ALL));
      const asOf = report.reportEndAt ?? AFTER_ALL;
      const own = named.find((sprint) => sprint.id === id)!;
      expect(withoutIds(sprintReport(sprintFactsFrom(histories, own, { asOf, sprints: named })))).toEqual(
        withoutIds(report),
      );
      const ids = report.items.map((row) => row.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  };

  it('agrees with history alone, figure by figure', async () => {
    const seen = { rows: 0, carried: 0, removed: 0, done: 0, active: 0 };
    const seeds = [...RENAMED_AT_COMPLETION, ...Array.from({ length: LIVES }, (_, life) => seed + life)];
    for (const lifeSeed of seeds) {
      const somebody = await whim(lifeSeed);
      for (let act = 1; act <= ACTS_EACH; act += 1) {
        const completed = await somebody.act();
        if (completed) await setClockAfter(completed);
        if (act % 35 === 0) await expectRight(somebody);
      }
      for (const id of somebody.sprints) {
        const { mode, items, carryover, scopeChanges } = sprintReport(
          await suite.ports.sprintReportFeed.facts(somebody.scope, id),
        );
        seen.rows += items.length;
        seen.carried += carryover.length;
        seen.removed += scopeChanges.removed.length;
        if (mode === 'completed') seen.done += 1;
        if (mode === 'active') seen.active += 1;
      }
    }
    // Each case happened often enough for the test to mean something.
    for (const number of Object.values(seen)) expect(number).toBeGreaterThan(LIVES / 4);
  });

  it(`keeps its bytes through ${LATER_ACTS} more of what people do`, async () => {
    const somebody = await whim(seed + LIVES);
    const bytes = async (id: SprintId) => {
      const request = { limit: 100, cursor: undefined };
      const { sprintReportFeed: feed, cursors } = suite.ports;
      return JSON.stringify(
        await getSprintReport({ feed, cursors, zones: new RuntimeTimeZones() }, somebody.scope, id, request),
      );
    };
    const frozen = new Map<SprintId, string>();
    for (let act = 0; act < LATER_ACTS; act += 1) {
      const completed = await somebody.act();
      if (completed) frozen.set(completed, await bytes(completed));
    }
    expect(frozen.size).toBeGreaterThan(2);
    for (const [id, before] of frozen) expect(await bytes(id)).toBe(before);
  });
});
