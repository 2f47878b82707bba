import { administer, createSignInLink, type AdministrationUnitOfWork } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';

/** Returns the URL of a sign-in link. Its secret is in the fragment, which no server and no referrer sees. */
export function welcomeUrl(baseUrl: string, secret: string): string {
  return `${baseUrl}/welcome#${secret}`;
}

/** Minutes for which a link to the demo data is accepted. */
const DEMO_MINUTES = 24 * 60;

/** Creates a link that signs a user of the demo data in once, and returns its URL. */
export async function newDemoUrl(
  administration: AdministrationUnitOfWork,
  baseUrl: string,
  userId: UserId,
): Promise<string> {
  const secret = await administer(administration, 'user:link', async (tx) => {
    const link = await createSignInLink(tx, { userId, purpose: 'sign-in', expiresInMinutes: DEMO_MINUTES });
    return { result: link.secret, touched: [{ kind: 'user', id: userId }] };
  });
  return welcomeUrl(baseUrl, secret);
}
