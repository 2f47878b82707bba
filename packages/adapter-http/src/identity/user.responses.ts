import type { PublicUserSummaryView, UserSummaryView } from '@worktrack/application';
import type { PublicUserId, UserId } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';

/** A user in the form for legacy clients: with the internal id (contract §5.2). */
export class UserSummary implements UserSummaryView {
  @Shows.uuid() readonly id!: UserId;
  @Shows.text() readonly name!: string;
}

/** A user in the form for all other clients: with the public id (contract §5.2). */
export class PublicUserSummary implements PublicUserSummaryView {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text() readonly name!: string;
}
