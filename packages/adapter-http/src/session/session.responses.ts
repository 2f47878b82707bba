import type { SessionListing, SessionView } from '@worktrack/application';
import type { PublicUserId } from '@worktrack/domain';

/** The session as its browser sees it. */
export interface SessionResponse {
  readonly user: {
    readonly id: string;
    readonly publicId: string;
    readonly name: string;
    readonly email: string;
    /** A path on this origin. */
    readonly avatarUrl: string | null;
  };
  readonly session: SessionView['session'];
  readonly organizations: SessionView['organizations'];
  readonly defaultOrganization: string | null;
  readonly hasPassword: boolean;
}

/** Shows a session with the path of its user's avatar, which the browser loads under `/app`. */
export function sessionResponseOf({ user, ...session }: SessionView): SessionResponse {
  const { id, publicId, name, email, avatarVersion } = user;
  const avatarUrl = avatarPath(publicId, avatarVersion);
  return { user: { id, publicId, name, email, avatarUrl }, ...session };
}

/** The outcome of a change of the password. */
export interface PasswordResponse {
  readonly tokensEnded: number;
}

/** The sessions of a user. */
export interface SessionList {
  readonly items: readonly (SessionListing & {
    /** True for the session of the request. */
    readonly current: boolean;
  })[];
}

/** The path of a user's picture in the application, which changes with the picture; `null` without one. */
export function avatarPath(publicId: PublicUserId, avatarVersion: string | null): string | null {
  return avatarVersion === null ? null : `/app/api/v1/users/${publicId}/avatar?v=${avatarVersion}`;
}
