import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { ROLES, satisfies, type Role } from '@worktrack/domain';
import { useChange } from '../api/change.js';
import { api, dataOf, extensions, type ExtensionSchemas } from '../api/client.js';
import { LARGEST_ITEM_PAGE, usePages } from '../api/pages.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { isAdminOf, session } from '../api/session.js';
import { rereadSession } from './organization-settings.js';

export type Member = ExtensionSchemas['Member'];

/** The names of the roles, and what each can do, in one line. */
export const ROLE_WORDS: Readonly<Record<Role, { readonly name: string; readonly can: string }>> = {
  owner: { name: 'Owner', can: 'Everything: also roles, the address and the removal of the Organization.' },
  admin: { name: 'Admin', can: 'Projects, labels and settings; invites and removes members.' },
  member: { name: 'Member', can: 'Works in all Projects.' },
};

/** The members that a list is limited to. */
export interface MemberFilter {
  readonly text: string;
  readonly role: Role | undefined;
}

const PAGE = 50;

const membersKey = (organization: string) => ['members', organization];

/** The members of an Organization by name, as its administrators see them. */
export const useMemberPages = (organization: string, { text, role }: MemberFilter) =>
  usePages(
    [...membersKey(organization), text, role ?? null],
    (after, signal) =>
      dataOf(
        extensions.GET('/api/x/organizations/{organizationSlug}/members', {
          params: {
            path: { organizationSlug: organization },
            query: { limit: PAGE, ...(text !== '' && { q: text }), ...(role && { role }), ...after },
          },
          signal,
        }),
      ),
    { keepsFormer: true },
  );

interface OneMember {
  readonly organization: string;
  readonly publicId: string;
}

const ONE = '/api/x/organizations/{organizationSlug}/members/{publicId}';

const paramsOf = ({ organization, publicId }: OneMember, idempotencyKey: string) => ({
  path: { organizationSlug: organization, publicId },
  header: { 'Idempotency-Key': idempotencyKey },
});

/** After a change of a member whatever lists people is read again. */
function useReread(organization: string) {
  const cache = useQueryClient();
  return () => {
    for (const kind of ['members', 'people', 'table', 'cards', 'item', 'profile']) {
      void cache.invalidateQueries({ queryKey: ['item', 'profile'].includes(kind) ? [kind] : [kind, organization] });
    }
  };
}

/** Changes the role of a member. Users who lower their own might not be administrators afterwards. */
export function useChangeRole(member: OneMember) {
  const reread = useReread(member.organization);
  const onSuccess = async () => {
    if (session.peek()?.user.publicId === member.publicId) await rereadSession().catch(() => undefined);
    if (isAdminOf(member.organization)) reread();
  };
  return useChange(
    (role: Role, key) => dataOf(extensions.PATCH(ONE, { params: paramsOf(member, key), body: { role } })),
    { onSuccess },
  );
}

const endMembership = (member: OneMember) => (reassignTo: string | null, key: string) =>
  dataOf(extensions.DELETE(ONE, { params: paramsOf(member, key), body: { reassignTo } }));

/** Removes a member. The open Work Items go to the member of this public id, or to nobody. */
export function useRemoveMember(member: OneMember) {
  const onSuccess = useReread(member.organization);
  return useChange(endMembership(member), { onSuccess });
}

/** Ends the membership of the user, who reads nothing of the Organization afterwards. */
export const useLeave = (self: OneMember) => useChange(endMembership(self));

/** Counts the open Work Items of a member, as far as one response goes. */
export const useOpenWork = ({ organization, publicId }: OneMember) =>
  useQuery({
    queryKey: ['work', organization, publicId, 'count'],
    queryFn: async ({ signal }) => {
      const { items, page } = await dataOf(
        api.GET('/api/v1/users/{publicId}/work', {
          params: {
            path: { publicId },
            query: {
              organization: [organization],
              involvement: ['assigned'],
              scope: 'open',
              limit: LARGEST_ITEM_PAGE,
              fields: 'key',
            },
          },
          signal,
        }),
      );
      return { count: items.length, isMore: page.hasMore };
    },
    staleTime: 0,
  });

/** `3 open Work Items`, `More than 200 open Work Items`. */
export function wordsOfOpenWork({ count, isMore }: { readonly count: number; readonly isMore: boolean }): string {
  if (count === 0) return 'No open Work Item';
  if (count === 1) return 'One open Work Item';
  return `${isMore ? 'More than ' : ''}${count} open Work Items`;
}

/** One sentence about a change of a member that was refused. */
export function memberSentenceOf(error: unknown): string {
  if (error instanceof Refusal) {
    if (error.code === 'NOT_FOUND') return 'This person is not a member any more.';
    if (error.code === 'LAST_OWNER') return LAST_OWNER;
  }
  return sentenceOf(error);
}

const LAST_OWNER = 'An Organization keeps at least one owner: make somebody else an owner first.';

/** The roles that the user can give to a member: an owner all, everybody else to themselves those below. */
export function rolesToGive(own: Role, member: { readonly role: Role; readonly isSelf: boolean }): readonly Role[] {
  if (own === 'owner') return ROLES;
  return member.isSelf ? ROLES.filter((role) => satisfies(member.role, role)) : [];
}

/** Says whether the user can remove a member: an administrator members, an owner everybody. */
export const canRemove = (own: Role, role: Role): boolean => satisfies(own, role === 'member' ? 'admin' : 'owner');
