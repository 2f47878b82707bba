import type { Owner } from '@worktrack/application';
import type { RequestContext } from '../run/context.js';
import { clientNetworkOf } from './client-network.js';

/** Returns the keys by which the slots of a request are counted: a visitor has nothing but a network. */
export function ownerOf({
  principal,
  organization,
  address,
}: Pick<RequestContext, 'principal' | 'organization' | 'address'>): Owner {
  if (!principal) return { network: clientNetworkOf(address) };
  return { credential: principal.token.id, user: principal.user.id, organization: organization?.organizationId };
}
