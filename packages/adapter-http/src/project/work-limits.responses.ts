import { ApiSchema } from '@nestjs/swagger';
import type { WorkLimitsView } from '@worktrack/application';
import { Shows } from '../openapi/shows.js';

const Limit = () =>
  Shows.integer(1, { nullable: true, description: 'The most Work Items in this status; `null`: no limit.' });

@ApiSchema({ description: 'The limits of work in progress of a Project.' })
export class WorkLimits implements WorkLimitsView {
  @Limit() readonly backlog!: number | null;
  @Limit() readonly todo!: number | null;
  @Limit() readonly in_progress!: number | null;
  @Limit() readonly in_review!: number | null;
  @Shows.integer(1, { description: 'The revision of the Project.' }) readonly revision!: number;
}
