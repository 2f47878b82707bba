import { ALL_SCOPES, type AnyScope } from '@worktrack/domain';

/** One line for each scope: the effect of giving it to a token. */
export const SCOPE_MEANINGS: Readonly<Record<AnyScope, string>> = {
  'profile:read': 'See your profile and those of people you work with',
  'organization:read': 'See your Organizations',
  'organization:members:read': 'See who is a member of an Organization',
  'project:read': 'See Projects, Sprints, labels and reports',
  'project:write': 'Create and change Projects, Sprints and labels',
  'work_item:read': 'See and search Work Items, their links and their history',
  'work_item:write': 'Create, change and move Work Items, link and label them',
  'work_item:delete': 'Archive, restore and delete Work Items',
  'comment:read': 'Read comments',
  'comment:write': 'Write comments and change your own',
  'comment:delete': 'Delete your own comments',
  'attachment:read': 'Download attachments',
  'attachment:write': 'Upload attachments; downloading is included',
  'attachment:delete': 'Delete attachments; downloading is included',
  'organization:manage': 'Create and change Organizations, where you administer them',
  'member:manage': 'Invite, change and remove members, where you administer the Organization',
  'webhook:manage': 'Create and change webhooks, where you administer the Organization',
};

/** The scopes that only read. */
export const READING_SCOPES: readonly AnyScope[] = ALL_SCOPES.filter((scope) => scope.endsWith(':read'));

const SUBJECTS = {
  profile: 'Profile',
  organization: 'Organizations',
  member: 'Members',
  project: 'Projects',
  work_item: 'Work Items',
  comment: 'Comments',
  attachment: 'Attachments',
  webhook: 'Webhooks',
} as const;

/** The scopes by their subject, in canonical order. */
export const SCOPE_GROUPS: readonly { readonly name: string; readonly scopes: readonly AnyScope[] }[] = Object.entries(
  SUBJECTS,
).map(([subject, name]) => ({ name, scopes: ALL_SCOPES.filter((scope) => scope.startsWith(`${subject}:`)) }));
