import type { Scope } from '@worktrack/domain';
import { send } from '../api/transport.js';
import type { TokenRequest } from './token-request.js';

/** A session of the user in some browser. */
export interface OwnSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly userAgent: string | null;
  /** True for the session of this page. */
  readonly current: boolean;
}

/** A personal access token of the user. */
export interface OwnToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly organizations: readonly {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    /** Keys; `null` for the whole Organization. */
    readonly projects: readonly string[] | null;
  }[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly expired: boolean;
}

/** A new token; its text is never sent again. */
export interface NewToken extends OwnToken {
  readonly token: string;
}

interface PasswordChange {
  readonly currentPassword?: string;
  readonly newPassword: string;
  /** True: the user's access tokens end too. */
  readonly endTokens?: boolean;
}

interface OwnUsername {
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
  readonly username: string | null;
}

interface List<Item> {
  readonly items: readonly Item[];
}

const path = (text: string) => encodeURIComponent(text);

/** The routes of account control. */
export const account = {
  changeUsername: (organizationSlug: string, username: string | null) =>
    send<OwnUsername>('PATCH', `/api/me/organizations/${path(organizationSlug)}/username`, { body: { username } }),
  changePassword: (body: PasswordChange) => send<{ readonly tokensEnded: number }>('PUT', '/api/me/password', { body }),
  sessions: (signal: AbortSignal) => send<List<OwnSession>>('GET', '/api/me/sessions', { signal }),
  endSession: (id: string) => send<undefined>('DELETE', `/api/me/sessions/${path(id)}`),
  endAllSessions: () => send<undefined>('DELETE', '/api/me/sessions'),
  tokens: (signal: AbortSignal) => send<List<OwnToken>>('GET', '/api/me/tokens', { signal }),
  createToken: (body: TokenRequest) => send<NewToken>('POST', '/api/me/tokens', { body }),
  revokeToken: (id: string) => send<undefined>('DELETE', `/api/me/tokens/${path(id)}`),
};
