/** Builds the condition that a user is an administrator of an Organization: without that role a webhook sends nothing. */
export const isAdministrator = (organization: string, user: string): string => `exists (
     select from memberships membership
     where membership.organization_id = ${organization} and membership.user_id = ${user}
       and membership.role in ('admin', 'owner')
   )`;
