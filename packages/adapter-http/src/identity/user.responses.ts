import { ApiSchema } from '@nestjs/swagger';
import type { PublicUserSummaryView, UserSummaryView } from '@worktrack/application';
import type { PublicUserId, UserId } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A user in the form for older clients, with the internal id.' })
export class UserSummary implements UserSummaryView {
  @Shows.uuid({ description: 'The user id. Newer responses show the public id instead.' }) readonly id!: UserId;
  @Shows.text({ description: 'The name of the user.' }) readonly name!: string;
}

@ApiSchema({ description: 'A user, with the public id.' })
export class PublicUserSummary implements PublicUserSummaryView {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text({ description: 'The name of the user.' }) readonly name!: string;
}
