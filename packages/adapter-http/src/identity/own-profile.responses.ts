import type { NamedPerson } from '@worktrack/application';
import type { DisplayName } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';

/** The name of the caller. */
export class OwnName implements NamedPerson {
  @Shows.text() readonly name!: DisplayName;
}

/** The picture of the caller. */
export class OwnAvatar {
  @Shows.text({ nullable: true, description: 'Where the picture is, as in the session.' })
  readonly avatarUrl!: string | null;
}
