import { ApiSchema } from '@nestjs/swagger';
import { ALL_SCOPES, type AnyScope } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { STABILITIES, type Stability } from './stability.js';

@ApiSchema({ description: 'A group of operations that v1 does not have.' })
export class Extension {
  @Shows.text({ description: 'Its name, which stays the same.' }) readonly name!: string;
  @Shows.word(STABILITIES, { description: '`stable`: it never breaks. `experimental`: it can change.' })
  readonly stability!: Stability;
}

@ApiSchema({ description: 'The limits of this server for one request.' })
export class RequestBounds {
  @Shows.integer(1, { description: 'The most bytes of a JSON body.' }) readonly bodyBytes!: number;
  @Shows.integer(1, { description: 'The most bytes of a file.' }) readonly attachmentBytes!: number;
  @Shows.integer(1, { description: 'The most operations of a bulk request.' }) readonly bulkOperations!: number;
}

@ApiSchema({ description: 'The rights of the credential, and the extensions that this server has.' })
export class MyExtensions {
  @Shows.uuid({ description: 'The id of the credential, which is not secret.' }) readonly credentialId!: string;
  @Shows.words(ALL_SCOPES, { description: 'All scopes of the credential, those of v1 first.' })
  readonly scopes!: readonly AnyScope[];
  @Shows.many(Extension, { description: 'The extensions of this server, by name.' })
  readonly extensions!: readonly Extension[];
  @Shows.one(RequestBounds) readonly limits!: RequestBounds;
}
