import { Username, type OrganizationId } from '@worktrack/domain';
import type { OrganizationPorts } from './ports.js';

/** Returns a username from the name of somebody who joins, with a number where it is taken; `null` for a name without Latin letters or digits. */
export async function freeUsername(
  tx: Pick<OrganizationPorts, 'memberships'>,
  organization: OrganizationId,
  name: string,
): Promise<Username | null> {
  const stem = Username.stem(name);
  if (stem === undefined) return null;
  return Username.firstFree(stem, await tx.memberships.usernamesLike(organization, stem));
}
