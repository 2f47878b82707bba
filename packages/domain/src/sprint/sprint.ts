import type { SprintId, UserId } from '../identity/ids.js';
import { DomainError } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { carriedOver } from './carryover.js';
import { commitmentOf, type Commitment } from './commitment.js';
import { endedSprint, type SprintOutcome } from './outcome.js';
import { checkedPlan } from './plan.js';
import type { NewSprint, SprintPlanChanges, SprintRecord, SprintUse } from './record.js';
import { SPRINT_STATES, SPRINT_TRANSITIONS, type SprintState } from './state.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * A time-boxed iteration of a Project: future, then active, then done; one is active at a time. Every change goes through `change` below:
 * each call adds one revision and sets `updatedAt`.
 */
export class Sprint {
  private constructor(
    private current: SprintRecord,
    /** The revision at loading, `0` for a new Sprint. A guarded write compares it with the stored one. */
    readonly loadedRevision: number,
  ) {}

  /**
   * Creates a future Sprint with revision 1. Throws `VALIDATION_ERROR` on a member outside `SPRINT_BOUNDS`, and on `endDate` when it comes
   * before `startDate`.
   */
  static create(facts: NewSprint, now: Date): Sprint {
    assertKinds('Sprint.create', facts, { id: 'text', organizationId: 'text', projectId: 'text' });
    assertKinds('Sprint.create', { now }, { now: 'instant' });
    const { id, organizationId, projectId } = facts;
    const born = { state: 'future', startedAt: null, completedAt: null, createdAt: now, updatedAt: now } as const;
    return new Sprint({ id, organizationId, projectId, ...checkedPlan(facts), ...born, revision: 1 }, 0);
  }

  /** Restores a stored Sprint. Checks nothing. */
  static restore(record: SprintRecord): Sprint {
    assertKinds('Sprint.restore', record, { id: 'text', state: SPRINT_STATES, revision: 'number' });
    return new Sprint(record, record.revision);
  }

  /** The record to store. */
  get record(): SprintRecord {
    return this.current;
  }

  /** True when the Sprint is new, or has changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. The caller checks this before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /** Throws `INVALID_SPRINT_TRANSITION` unless the table has an edge from the current state to this one. */
  assertCanBecome(state: SprintState): void {
    const { name, state: present } = this.current;
    const targets: readonly SprintState[] = SPRINT_TRANSITIONS[present];
    if (!targets.includes(state)) {
      throw new DomainError('INVALID_SPRINT_TRANSITION', `${name} is ${present} and cannot become ${state}.`);
    }
  }

  /**
   * Starts the Sprint and returns its commitment. `rival` is the active Sprint of the Project, if there is one. Throws
   * `INVALID_SPRINT_TRANSITION`, then `ACTIVE_SPRINT_EXISTS`.
   */
  start(rival: Sprint | undefined, now: Date): Commitment {
    this.assertCanBecome('active');
    if (rival) assertKinds('Sprint.start: rival', rival, { record: 'object' });
    if (rival) throw new DomainError('ACTIVE_SPRINT_EXISTS', `${rival.record.name} is still active.`);
    this.change({ state: 'active', startedAt: now }, now);
    return commitmentOf(this.current, now);
  }

  /**
   * Completes the Sprint and returns its outcome, with the change of its `unfinished` Work Items. Without unfinished work `completion` is
   * ignored. Throws `INVALID_SPRINT_TRANSITION`, then `SPRINT_HAS_UNFINISHED_WORK_ITEMS` when `completion` is absent, then
   * `INVALID_COMPLETION_TARGET`.
   */
  complete(unfinished: number, completion: Completion | undefined, actor: UserId, now: Date): SprintOutcome {
    assertKinds('Sprint.complete', { unfinished, actor, now }, { unfinished: 'number', actor: 'text', now: 'instant' });
    this.assertCanBecome('done');
    const carryover =
      unfinished === 0
        ? null
        : carriedOver(this.current, unfinished, destinationOf(completion, unfinished), actor, now);
    const completed = { ...this.current, state: 'done', completedAt: now } as const;
    const ended = endedSprint(completed);
    if (!ended) throw new Error('An active Sprint has no start.');
    this.change(completed, now);
    return { ...ended, carryover };
  }

  /**
   * Changes the given members of the plan; equal values change nothing. Throws `CONFLICT` when the Sprint is done, and `VALIDATION_ERROR`
   * as `create` does.
   */
  replan(changes: SprintPlanChanges, now: Date): void {
    assertKinds('Sprint.replan', changes, {});
    this.assertNotDone();
    const { name, startDate, endDate, goal, targetPoints } = this.current;
    const present = { name, startDate, endDate, goal, targetPoints };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const plan = checkedPlan({ ...present, ...given });
    const isEqual = (Object.keys(present) as (keyof typeof present)[]).every(
      (member) => plan[member]?.valueOf() === present[member]?.valueOf(),
    );
    if (!isEqual) this.change(plan, now);
  }

  /** Throws `CONFLICT` unless the Sprint is future and nothing that never changes refers to it. */
  assertCanBeDeleted(use: SprintUse): void {
    assertKinds('Sprint.assertCanBeDeleted', use, { wasPlanned: 'boolean', isShown: 'boolean' });
    const { wasPlanned, isShown } = use;
    const { name, state } = this.current;
    if (state !== 'future') {
      throw new DomainError('CONFLICT', `${name} has started, and its report stays: it cannot be deleted.`);
    }
    if (wasPlanned) {
      throw new DomainError(
        'CONFLICT',
        `A Work Item is or was in ${name}, and history names it: it can be changed, but not deleted.`,
      );
    }
    if (isShown) throw new DomainError('CONFLICT', `A saved Sprint report shows ${name}: delete that report first.`);
  }

  private assertNotDone(): void {
    const { name, state } = this.current;
    if (state === 'done')
      throw new DomainError('CONFLICT', `${name} is done, and a Sprint that is done never changes.`);
  }

  private change(change: Partial<SprintRecord>, now: Date): void {
    assertKinds('A change of a Sprint', { now }, { now: 'instant' });
    this.current = { ...this.current, ...change, updatedAt: now, revision: this.current.revision + 1 };
  }
}

/** The requested destination of unfinished work. `target` is `undefined` when the Project has no such Sprint. */
export type Completion =
  | { readonly mode: 'backlog' }
  | { readonly mode: 'sprint'; readonly target: Sprint | undefined };

function destinationOf(completion: Completion | undefined, unfinished: number): SprintId | null {
  if (!completion) {
    const what = unfinished === 1 ? '1 Work Item is' : `${unfinished} Work Items are`;
    throw new DomainError('SPRINT_HAS_UNFINISHED_WORK_ITEMS', `${what} unfinished: say where it goes.`);
  }
  if (completion.mode === 'backlog') return null;
  const target = completion.target?.record;
  if (target?.state !== 'future') {
    throw new DomainError(
      'INVALID_COMPLETION_TARGET',
      'Unfinished work can only move to a future Sprint of this Project.',
    );
  }
  return target.id;
}
