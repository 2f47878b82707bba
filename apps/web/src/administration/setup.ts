import { cache } from '../api/cache.js';
import { application, dataOf, type ApplicationSchemas } from '../api/client.js';
import { session, type Session } from '../api/session.js';
import { sessionLost } from '../api/transport.js';

export const checkSetupLink = (token: string) => dataOf(application.POST('/api/setup/check', { body: { token } }));

/** Makes the first account and its Organization; the page then has its session. */
export async function setUp(body: ApplicationSchemas['SetUpBody']): Promise<Session> {
  const fresh = await dataOf(application.POST('/api/setup', { body }));
  cache.clear();
  sessionLost.value = false;
  session.value = fresh;
  return fresh;
}
