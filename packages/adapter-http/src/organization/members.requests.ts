import { ApiSchema } from '@nestjs/swagger';
import { PublicUserId, ROLES, type Role } from '@worktrack/domain';
import { OneOf, Parsed } from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';

@ApiSchema({ description: 'A change of a member.' })
export class ChangeMemberBody {
  @OneOf(ROLES, { description: 'The role from now on.' }) role!: Role;
}

@ApiSchema({ description: 'What becomes of the Work Items of a member who is removed.' })
export class RemoveMemberBody {
  @Parsed((text) => PublicUserId.parse(text), 'the public id of a user', SCHEMA.publicId, {
    optional: true,
    nullable: true,
    description: 'The member who gets the open Work Items. Absent or `null`: nobody.',
  })
  reassignTo?: PublicUserId | null;
}
