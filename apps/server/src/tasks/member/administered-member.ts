import type { Administered } from '@worktrack/application';
import type { Email, MembershipRecord, Slug } from '@worktrack/domain';

/** The result of a task that creates or changes a membership. */
export function administeredMember(
  { org, email }: { readonly org: Slug; readonly email: Email },
  { organizationId, userId, role, username }: MembershipRecord,
): Administered<object> {
  return { result: { org, email, role, username }, organizationId, touched: [{ kind: 'membership', id: userId }] };
}
