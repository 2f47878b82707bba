import { PROTOCOL_ERRORS } from '@worktrack/application';
import { DOMAIN_ERRORS } from '@worktrack/domain';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Shows } from './shows.js';

/** The body of an error response. Clients branch on `code` alone. */
export class ErrorBody {
  @Shows.word([...DOMAIN_ERRORS, ...PROTOCOL_ERRORS].sort()) readonly code!: string;
  @Shows.text() readonly message!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
    description: 'Sentences by dotted member path, query parameter, header name, `file` or `body`.',
  })
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  readonly details?: Readonly<Record<string, unknown>>;
}

export class ErrorEnvelope {
  @Shows.one(ErrorBody) readonly error!: ErrorBody;
  @Shows.uuid() readonly requestId!: string;
}
