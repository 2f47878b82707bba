import { Email } from '@worktrack/domain';
import { Parsed, Text } from '../body/fields.js';

/** A new e-mail address, with the current password where one signs in. */
export class ChangeEmailBody {
  @Parsed((text) => Email.parse(text.trim()), 'an e-mail address', { type: 'string', format: 'email', maxLength: 254 })
  email!: Email;
  @Text({ least: 1, most: 1_024 }, { optional: true }) currentPassword?: string;
}

/** The token that was mailed to a new address. */
export class ConfirmEmailBody {
  /** The fragment of the link. */
  @Text({ least: 1, most: 1_024 }) token!: string;
}
