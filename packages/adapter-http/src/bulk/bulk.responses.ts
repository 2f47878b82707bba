import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AnyErrorCode } from '@worktrack/application';
import { ErrorBody } from '../openapi/error.responses.js';
import { Shows } from '../openapi/shows.js';
import { PublicWorkItem } from '../work-item/work-item.responses.js';

@ApiSchema({ description: 'The result of one operation: `workItem` where it succeeded, `error` where it was refused.' })
export class BulkResult {
  @Shows.integer(0, { description: 'The number of the operation in the request, from 0.' }) readonly index!: number;
  @ApiProperty({
    type: 'integer',
    enum: [200, 201, 400, 404, 409, 412, 413],
    description: 'The HTTP status that the operation would have had alone.',
  })
  readonly status!: number;
  @Shows.one(PublicWorkItem, { optional: true, description: 'The Work Item after the operation.' })
  readonly workItem?: PublicWorkItem;
  @Shows.one(ErrorBody, { optional: true, description: 'Why the operation was refused. It changed nothing.' })
  readonly error?: { readonly code: AnyErrorCode; readonly message: string };
}

@ApiSchema({ description: 'The results of a bulk request.' })
export class BulkResultList {
  @Shows.many(BulkResult, { description: 'One result for each operation, in their order.' })
  readonly results!: readonly BulkResult[];
}
