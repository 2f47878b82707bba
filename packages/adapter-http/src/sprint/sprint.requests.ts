import { ApiSchema } from '@nestjs/swagger';
import type { ChangeSprint, CreateSprint, NamedCompletion, TransitionSprint } from '@worktrack/application';
import {
  SPRINT_BOUNDS,
  SPRINT_STATES,
  endsBeforeItStarts,
  type ExpectedRevision,
  type SprintId,
  type SprintState,
} from '@worktrack/domain';
import { OneOfSchemas } from '../openapi/one-of-schemas.js';
import {
  AtLeastOneMember,
  CLEARABLE,
  Instant,
  Integer,
  Nested,
  OneOf,
  Parsed,
  SchemaRule,
  Text,
  type Ruled,
} from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';
import { parseUuid } from '../body/uuid.js';

/** contract §4, B-sprint-create: `null` equals absent. */
@ApiSchema({ description: 'A Sprint to create.' })
export class CreateSprintBody implements Ruled {
  @Text(SPRINT_BOUNDS.name, { trimmed: true }) name!: string;
  @Instant(CLEARABLE) startDate?: Date | null;
  @Instant(CLEARABLE) endDate?: Date | null;
  @Text(SPRINT_BOUNDS.goal, CLEARABLE) goal?: string | null;
  @Integer(SPRINT_BOUNDS.targetPoints, CLEARABLE) targetPoints?: number | null;

  problems(): Readonly<Record<string, readonly string[]>> | undefined {
    return endsBeforeItStarts(this.toCommand()) ? { endDate: ['must not come before startDate'] } : undefined;
  }

  toCommand(): CreateSprint {
    const { name, startDate = null, endDate = null, goal = null, targetPoints = null } = this;
    return { name, startDate, endDate, goal, targetPoints };
  }
}

/** The members of the plan to change: `null` clears one, an absent one stays. */
@AtLeastOneMember()
export class ChangeSprintBody {
  @Text(SPRINT_BOUNDS.name, { trimmed: true, optional: true }) name?: string;
  @Instant(CLEARABLE) startDate?: Date | null;
  @Instant(CLEARABLE) endDate?: Date | null;
  @Text(SPRINT_BOUNDS.goal, CLEARABLE) goal?: string | null;
  @Integer(SPRINT_BOUNDS.targetPoints, CLEARABLE) targetPoints?: number | null;

  toCommand(id: SprintId, expected: ExpectedRevision): ChangeSprint {
    const { name, startDate, endDate, goal, targetPoints } = this;
    return { id, expected, changes: { name, startDate, endDate, goal, targetPoints } };
  }
}

@ApiSchema({ description: 'Unfinished Work Items go to the backlog.' })
export class CompletionToBacklog {
  @OneOf(['backlog'], { description: '`backlog`: to no Sprint.' }) mode!: 'backlog';
}

@ApiSchema({ description: 'Unfinished Work Items go to another Sprint.' })
export class CompletionToSprint {
  @OneOf(['sprint'], { description: '`sprint`: to the Sprint in `targetSprintId`.' }) mode!: 'sprint';
  @Parsed(parseUuid, 'a UUID', SCHEMA.uuid, { description: 'The id of a `future` Sprint of the same Project.' })
  targetSprintId!: SprintId;
}

/** contract §4, B-sprint-transition: where unfinished work shall go. */
@ApiSchema({ description: 'The destination of the unfinished Work Items of a Sprint that is completed.' })
@OneOfSchemas('mode', CompletionToBacklog, CompletionToSprint)
export class CompletionAction implements Ruled {
  @OneOf(['backlog', 'sprint']) mode!: 'backlog' | 'sprint';

  @Parsed(parseUuid, 'a UUID', SCHEMA.uuid, { optional: true })
  targetSprintId?: SprintId;

  problems(): Readonly<Record<string, readonly string[]>> | undefined {
    const named = this.targetSprintId !== undefined;
    if (named === (this.mode === 'sprint')) return undefined;
    return { targetSprintId: [named ? 'must not be given with mode backlog' : 'is required with mode sprint'] };
  }

  toCompletion(): NamedCompletion {
    const { targetSprintId } = this;
    return targetSprintId === undefined ? { mode: 'backlog' } : { mode: 'sprint', targetSprintId };
  }
}

/** contract §4, B-sprint-transition: `future` is a state like the others, which no edge leads to. */
@ApiSchema({ description: 'The state to move a Sprint to.' })
@SchemaRule({
  not: { properties: { targetState: { const: 'active' } }, required: ['targetState', 'completionAction'] },
})
export class TransitionSprintBody implements Ruled {
  @OneOf(SPRINT_STATES, {
    description: '`active`: starts the Sprint. `done`: completes it. No Sprint moves to `future`.',
  })
  targetState!: SprintState;
  @Nested(CompletionAction, {
    optional: true,
    description: 'The destination of unfinished Work Items. Only with `done`, and needed there if there are any.',
  })
  completionAction?: CompletionAction;

  problems(): Readonly<Record<string, readonly string[]>> | undefined {
    if (this.targetState !== 'active' || this.completionAction === undefined) return undefined;
    return { completionAction: ['must not be given with targetState active'] };
  }

  toCommand(sprintId: SprintId, expected: ExpectedRevision): TransitionSprint {
    return { sprintId, expected, targetState: this.targetState, completion: this.completionAction?.toCompletion() };
  }
}
