import { cache } from '../api/cache.js';
import { application, dataOf, type ApplicationSchemas } from '../api/client.js';
import { readSession } from '../api/session.api.js';
import { session } from '../api/session.js';
import { sessionLost } from '../api/transport.js';

/** The invitation, or the join link, that a token stands for. */
export type InvitationOfToken = ApplicationSchemas['InvitationOfToken'];

export const readInvitation = (token: string) => dataOf(application.POST('/api/invitation', { body: { token } }));

/** Joins, with the account of the session or a new one; the page then has the session that the server has. */
export async function accept(
  body: ApplicationSchemas['AcceptInvitationBody'],
): Promise<ApplicationSchemas['AcceptedInvitation']> {
  const accepted = await dataOf(application.POST('/api/invitation/acceptance', { body }));
  if (accepted.outcome === 'joined') {
    const fresh = await readSession();
    cache.clear();
    sessionLost.value = false;
    session.value = fresh;
  }
  return accepted;
}
