import type { NamedPerson } from '@worktrack/application';
import { DisplayName } from '@worktrack/domain';
import { Parsed } from '../body/fields.js';
import { TEXT_WITH_CONTENT } from '../body/patterns.js';

/** A new name of the caller. */
export class UpdateMeBody implements NamedPerson {
  @Parsed(
    (text) => DisplayName.parse(text),
    'text of 1 to 255 characters, without control characters and overrides of the writing direction',
    { type: 'string', minLength: 1, maxLength: 255, pattern: TEXT_WITH_CONTENT },
  )
  name!: DisplayName;
}
