import { application, dataOf, type ApplicationSchemas } from '../api/client.js';

/** A session of the user in some browser. */
export type OwnSession = ApplicationSchemas['ListedSession'];

/** A personal access token of the user. */
export type OwnToken = ApplicationSchemas['OwnToken'];

/** A new token; its text is never sent again. */
export type NewToken = ApplicationSchemas['NewOwnToken'];

/** The e-mail address of the user, and a new one that is not confirmed. */
export type OwnEmail = ApplicationSchemas['OwnEmail'];

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
  changeName: (name: string) => dataOf(application.PATCH('/api/x/me', { body: { name } })),
  setAvatar: (picture: Blob) => {
    const form = new FormData();
    form.append('file', picture, 'picture.png');
    const body = { file: 'picture.png' };
    return dataOf(application.PUT('/api/x/me/avatar', { body, bodySerializer: () => form }));
  },
  removeAvatar: () => dataOf(application.DELETE('/api/x/me/avatar')),
  email: (signal: AbortSignal) => dataOf(application.GET('/api/me/email', { signal })),
  changeEmail: (body: ApplicationSchemas['ChangeEmailBody']) => dataOf(application.POST('/api/me/email', { body })),
  confirmEmail: (token: string) => dataOf(application.POST('/api/me/email/confirmation', { body: { token } })),
  cancelEmail: () => dataOf(application.DELETE('/api/me/email')),
  sessions: (signal: AbortSignal) => dataOf(application.GET('/api/me/sessions', { signal })),
  endSession: (sessionId: string) =>
    dataOf(application.DELETE('/api/me/sessions/{sessionId}', { params: { path: { sessionId } } })),
  endAllSessions: () => dataOf(application.DELETE('/api/me/sessions')),
  tokens: (signal: AbortSignal) => dataOf(application.GET('/api/me/tokens', { signal })),
  createToken: (body: ApplicationSchemas['CreateTokenBody']) => dataOf(application.POST('/api/me/tokens', { body })),
  revokeToken: (tokenId: string) =>
    dataOf(application.DELETE('/api/me/tokens/{tokenId}', { params: { path: { tokenId } } })),
};
