import { APP_ERRORS, EXTENSION_PROTOCOL_ERRORS, PROTOCOL_ERRORS } from '@worktrack/application';
import { DOMAIN_ERRORS, EXTENSION_ERRORS } from '@worktrack/domain';
import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Shows } from './shows.js';

@ApiSchema({ description: 'The reason of the refusal.' })
export class ErrorBody {
  @Shows.word([...DOMAIN_ERRORS, ...PROTOCOL_ERRORS].sort(), {
    description: 'The code that programs read. v1 gets no new ones.',
  })
  readonly code!: string;
  @Shows.text() readonly message!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
    description: 'Sentences by dotted member path, query parameter, header name, `file` or `body`.',
  })
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'More for programs, by code.' })
  readonly details?: Readonly<Record<string, unknown>>;
}

@ApiSchema({ description: 'The body of every error response.' })
export class ErrorEnvelope {
  @Shows.one(ErrorBody, { description: 'The reason of the refusal.' }) readonly error!: ErrorBody;
  @Shows.uuid({ description: 'The id of the request, as in `X-Request-Id`. Give it to the operator with a question.' })
  readonly requestId!: string;
}

@ApiSchema({ description: 'The reason of the refusal, with the codes that only the application gets too.' })
export class ApplicationErrorBody extends ErrorBody {
  @Shows.word(
    [...DOMAIN_ERRORS, ...PROTOCOL_ERRORS, ...EXTENSION_ERRORS, ...EXTENSION_PROTOCOL_ERRORS, ...APP_ERRORS].sort(),
  )
  override readonly code!: string;
}

@ApiSchema({ description: 'The body of every error response to the application.' })
export class ApplicationErrorEnvelope extends ErrorEnvelope {
  @Shows.one(ApplicationErrorBody) override readonly error!: ApplicationErrorBody;
}

@ApiSchema({ description: 'The reason of the refusal, with the codes that v1 does not have.' })
export class ExtensionErrorBody extends ErrorBody {
  @Shows.word([...DOMAIN_ERRORS, ...PROTOCOL_ERRORS, ...EXTENSION_ERRORS, ...EXTENSION_PROTOCOL_ERRORS].sort(), {
    description: 'The code that programs read.',
  })
  override readonly code!: string;
}

@ApiSchema({ description: 'The body of every error response of the extensions.' })
export class ExtensionErrorEnvelope extends ErrorEnvelope {
  @Shows.one(ExtensionErrorBody, { description: 'The reason of the refusal.' })
  override readonly error!: ExtensionErrorBody;
}
