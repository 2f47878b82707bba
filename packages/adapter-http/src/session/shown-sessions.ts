import { Injectable } from '@nestjs/common';
import { MailStates, TimeZones, type Clock, type SessionView } from '@worktrack/application';
import { ApiSettings } from '../settings.js';
import { avatarPath, type Session, type SessionClock } from './session.responses.js';

/** Shows sessions to their browsers, with what the server offers to their users. */
@Injectable()
export class ShownSessions {
  constructor(
    private readonly zones: TimeZones,
    private readonly settings: ApiSettings,
    private readonly mails: MailStates,
  ) {}

  /** Adds the path of the user's avatar, which the browser loads under `/app`, and the clock of each Organization. */
  of({ user, organizations, ...session }: SessionView): Session {
    const { id, publicId, name, email, avatarVersion } = user;
    const avatarUrl = avatarPath(publicId, avatarVersion);
    const now = new Date();
    const withClocks = organizations.map((organization) => ({
      ...organization,
      clock: clockIn(this.zones.clockOf(organization.timeZone, now)),
    }));
    const { organizationCreation: canCreateOrganizations } = this.settings;
    const offers = { canCreateOrganizations, sendsMail: this.mails.isConfigured };
    return { user: { id, publicId, name, email, avatarUrl }, ...session, organizations: withClocks, ...offers };
  }
}

function clockIn({ offsets, until }: Clock): SessionClock {
  return {
    offsets: offsets.map(({ from, minutes }) => ({ from: from.toISOString(), minutes })),
    until: until.toISOString(),
  };
}
