import type { PublicUserSummaryView, UserSummaryView } from '@worktrack/application';
import type { PublicUserId, UserId } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';

/** How older projections name a user. */
export class UserSummary implements UserSummaryView {
  @Shows.uuid() readonly id!: UserId;
  @Shows.text() readonly name!: string;
}

/** How all others do. */
export class PublicUserSummary implements PublicUserSummaryView {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text() readonly name!: string;
}
