import type { PendingEmail } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';

class PendingEmailAddress implements PendingEmail {
  @Shows.email() readonly email!: Email;
  @Shows.instant() readonly expiresAt!: string;
}

/** The e-mail address of the caller. */
export class OwnEmail {
  @Shows.email() readonly email!: string;
  @Shows.flag({ description: '`true`: the caller has proven to receive mail at the address.' })
  readonly confirmed!: boolean;
  @Shows.one(PendingEmailAddress, { nullable: true, description: 'A new address that is not confirmed.' })
  readonly pending!: PendingEmailAddress | null;
  @Shows.flag({ description: '`true`: this server sends mail, so the address can be changed.' })
  readonly canChange!: boolean;
}

/** The address after it was confirmed. */
export class ConfirmedEmail {
  @Shows.email() readonly email!: Email;
}
