import { application, dataOf, type ApplicationSchemas } from '../api/client.js';

/** A session of the user in some browser. */
export type OwnSession = ApplicationSchemas['ListedSession'];

/** A personal access token of the user. */
export type OwnToken = ApplicationSchemas['OwnToken'];

/** A new token; its text is never sent again. */
export type NewToken = ApplicationSchemas['NewOwnToken'];

/** The operations of account control. */
export const account = {
  changeUsername: (organizationSlug: string, username: string | null) =>
    dataOf(
      application.PATCH('/api/me/organizations/{organizationSlug}/username', {
        params: { path: { organizationSlug } },
        body: { username },
      }),
    ),
  changePassword: (body: ApplicationSchemas['SetPasswordBody']) =>
    dataOf(application.PUT('/api/me/password', { body })),
  sessions: (signal: AbortSignal) => dataOf(application.GET('/api/me/sessions', { signal })),
  endSession: (sessionId: string) =>
    dataOf(application.DELETE('/api/me/sessions/{sessionId}', { params: { path: { sessionId } } })),
  endAllSessions: () => dataOf(application.DELETE('/api/me/sessions')),
  tokens: (signal: AbortSignal) => dataOf(application.GET('/api/me/tokens', { signal })),
  createToken: (body: ApplicationSchemas['CreateTokenBody']) => dataOf(application.POST('/api/me/tokens', { body })),
  revokeToken: (tokenId: string) =>
    dataOf(application.DELETE('/api/me/tokens/{tokenId}', { params: { path: { tokenId } } })),
};
