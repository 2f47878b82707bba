import { ApiSchema } from '@nestjs/swagger';
import type { LimitWork } from '@worktrack/application';
import { WORK_LIMIT_BOUNDS, type ExpectedRevision } from '@worktrack/domain';
import { AtLeastOneMember, CLEARABLE, Integer } from '../body/fields.js';

const Limit = () =>
  Integer(WORK_LIMIT_BOUNDS, { ...CLEARABLE, description: 'The most Work Items in this status; `null`: no limit.' });

@ApiSchema({ description: 'The limits to change: at least one member.' })
@AtLeastOneMember()
export class LimitWorkBody {
  @Limit() backlog?: number | null;
  @Limit() todo?: number | null;
  @Limit() in_progress?: number | null;
  @Limit() in_review?: number | null;

  toCommand(expected: ExpectedRevision): LimitWork {
    const { backlog, todo, in_progress, in_review } = this;
    return { expected, limits: { backlog, todo, in_progress, in_review } };
  }
}
