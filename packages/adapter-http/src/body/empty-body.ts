import { ApiSchema } from '@nestjs/swagger';

/** contract §4, B-empty: a body is required, and it is exactly `{}`. */
@ApiSchema({ description: 'An empty object: the operation needs no more than its path.' })
export class EmptyBody {}
