import { ApiProperty } from '@nestjs/swagger';
import type { AnyErrorCode } from '@worktrack/application';
import { ErrorBody } from '../openapi/error.responses.js';
import { Shows } from '../openapi/shows.js';
import { PublicWorkItem } from '../work-item/work-item.responses.js';

/** The result of one operation: `workItem` where it succeeded, `error` where it was refused. */
export class BulkResult {
  @Shows.integer(0) readonly index!: number;
  @ApiProperty({ type: 'integer', enum: [200, 201, 400, 404, 409, 412, 413] }) readonly status!: number;
  @Shows.one(PublicWorkItem, { optional: true }) readonly workItem?: PublicWorkItem;
  @Shows.one(ErrorBody, { optional: true }) readonly error?: { readonly code: AnyErrorCode; readonly message: string };
}

/** The results of all operations, in their order. */
export class BulkResultList {
  @Shows.many(BulkResult) readonly results!: readonly BulkResult[];
}
