import type {
  LinkPurpose,
  OrganizationOfSession,
  SessionListing,
  SessionView,
  SignInLinkView,
} from '@worktrack/application';
import { LINK_PURPOSES, SIGN_INS } from '@worktrack/application';
import {
  ROLES,
  type Email,
  type OrganizationId,
  type PublicUserId,
  type Role,
  type SessionId,
  type Slug,
  type TimeZone,
  type UserId,
  type Username,
} from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { Shows } from '../openapi/shows.js';

class SessionUser {
  @Shows.uuid() readonly id!: UserId;
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text() readonly name!: string;
  @Shows.email() readonly email!: Email;
  @Shows.text({ nullable: true, description: 'A path on this origin.' }) readonly avatarUrl!: string | null;
}

class SessionTimes {
  @Shows.uuid() readonly id!: SessionId;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly expiresAt!: string;
}

class SessionClockOffset {
  @Shows.instant() readonly from!: string;
  @Shows.anyInteger({ description: 'Minutes that the clock is ahead of UTC; negative: behind.' })
  readonly minutes!: number;
}

export class SessionClock {
  @Shows.many(SessionClockOffset, { description: 'Each holds until the next one begins.' })
  readonly offsets!: readonly SessionClockOffset[];
  @Shows.instant({ description: 'The end of the last one.' }) readonly until!: string;
}

class SessionOrganization implements OrganizationOfSession {
  @Shows.uuid() readonly id!: OrganizationId;
  @Shows.text() readonly slug!: Slug;
  @Shows.text() readonly name!: string;
  @Shows.flag() readonly suspended!: boolean;
  @Shows.text({ description: 'The time zone of its days, by its IANA name.' }) readonly timeZone!: TimeZone;
  @Shows.one(SessionClock, {
    description:
      'The clock there, from the year before this one to five years after it: a browser can have older rules.',
  })
  readonly clock!: SessionClock;
  @Shows.word(ROLES) readonly role!: Role;
  @Shows.text({ nullable: true }) readonly username!: Username | null;
}

/** The session as its browser sees it. */
export class Session implements Omit<SessionView, 'user' | 'organizations'> {
  @Shows.one(SessionUser) readonly user!: SessionUser;
  @Shows.one(SessionTimes) readonly session!: SessionTimes;
  @Shows.many(SessionOrganization, { description: 'The Organizations of the user, by name.' })
  readonly organizations!: readonly SessionOrganization[];
  @Shows.text({ nullable: true }) readonly defaultOrganization!: Slug | null;
  @Shows.flag() readonly hasPassword!: boolean;
  @Shows.flag({ description: '`false`: only the operator of the server creates Organizations.' })
  readonly canCreateOrganizations!: boolean;
  @Shows.flag({ description: '`false`: the server sends no mail, so links are shown to those who make them.' })
  readonly sendsMail!: boolean;
}

/** A session that a link began. */
export class SessionByLink extends Session {
  @Shows.word(LINK_PURPOSES) readonly purpose!: LinkPurpose;
}

/** A link before it is used. */
export class SignInLink implements SignInLinkView {
  @Shows.word(LINK_PURPOSES) readonly purpose!: LinkPurpose;
  @Shows.one(PublicUserSummary, { description: 'The user whom it signs in.' }) readonly user!: PublicUserSummary;
}

/** The outcome of a change of the password. */
export class PasswordChanged {
  @Shows.integer(0, { description: 'The number of access tokens that ended.' }) readonly tokensEnded!: number;
}

class ListedSession implements SessionListing {
  @Shows.uuid() readonly id!: SessionId;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant({ description: 'At most ten minutes older than its last request.' }) readonly lastSeenAt!: string;
  @Shows.instant() readonly expiresAt!: string;
  @Shows.text({ nullable: true }) readonly userAgent!: string | null;
  @Shows.word(SIGN_INS, { description: 'The way in which it began; a change of the password counts as one.' })
  readonly signedInBy!: SessionListing['signedInBy'];
  @Shows.flag({ description: '`true`: the session of the request.' }) readonly current!: boolean;
}

/** The sessions of a user. */
export class SessionList {
  @Shows.many(ListedSession) readonly items!: readonly ListedSession[];
}

/** The path of a user's picture in the application, which changes with the picture; `null` without one. */
export function avatarPath(publicId: PublicUserId, avatarVersion: string | null): string | null {
  return avatarVersion === null ? null : `/app/api/v1/users/${publicId}/avatar?v=${avatarVersion}`;
}
