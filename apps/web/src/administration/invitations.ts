import { useQuery, useQueryClient } from '@tanstack/preact-query';
import type { Role } from '@worktrack/domain';
import { useChange } from '../api/change.js';
import { dataOf, extensions, type ExtensionSchemas } from '../api/client.js';
import { usePages } from '../api/pages.js';

export type PendingInvitation = ExtensionSchemas['PendingInvitation'];
export type InvitationResult = ExtensionSchemas['InvitationResult'];
export type JoinLink = ExtensionSchemas['JoinLink'];

/** The most people of one request. */
export const MOST_PEOPLE = 50;

const PAGE = 50;

const pathOf = (organizationSlug: string) => ({ organizationSlug });
const headerOf = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });

const invitationsKey = (organization: string) => ['invitations', organization];
const joinLinkKey = (organization: string) => ['join-link', organization];

/** The invitations that wait, by address. */
export const useInvitationPages = (organization: string) =>
  usePages(invitationsKey(organization), (after, signal) =>
    dataOf(
      extensions.GET('/api/x/organizations/{organizationSlug}/invitations', {
        params: { path: pathOf(organization), query: { limit: PAGE, ...after } },
        signal,
      }),
    ),
  );

/** Reads again after a change, which is complete when the new state is there. */
function useReread(queryKey: readonly string[]) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey });
}

/** People to invite with one role and one message. */
export interface WantedPeople {
  readonly emails: readonly string[];
  readonly role: Role;
  /** Empty: none. */
  readonly message: string;
}

/** Invites people. The links in the response are shown this once. */
export function useInvite(organization: string) {
  const onSuccess = useReread(invitationsKey(organization));
  return useChange(
    ({ emails, role, message }: WantedPeople, key) =>
      dataOf(
        extensions.POST('/api/x/organizations/{organizationSlug}/invitations', {
          params: { path: pathOf(organization), header: headerOf(key) },
          body: { invitations: emails.map((email) => ({ email, role, message: message === '' ? null : message })) },
        }),
      ),
    { onSuccess },
  );
}

/** Gives an invitation a new link and seven more days. */
export function useRenew(organization: string, invitationId: string) {
  const onSuccess = useReread(invitationsKey(organization));
  return useChange(
    (_: undefined, key) =>
      dataOf(
        extensions.POST('/api/x/organizations/{organizationSlug}/invitations/{invitationId}/renewals', {
          params: { path: { ...pathOf(organization), invitationId }, header: headerOf(key) },
          body: {},
        }),
      ),
    { onSuccess },
  );
}

/** Ends an invitation. */
export function useRevoke(organization: string, invitationId: string) {
  const onSuccess = useReread(invitationsKey(organization));
  return useChange(
    (_: undefined, key) =>
      dataOf(
        extensions.DELETE('/api/x/organizations/{organizationSlug}/invitations/{invitationId}', {
          params: { path: { ...pathOf(organization), invitationId }, header: headerOf(key) },
        }),
      ),
    // Somebody else might have ended it, or it was accepted.
    { onSettled: onSuccess },
  );
}

const LINK = '/api/x/organizations/{organizationSlug}/join-link';

/** The join link without its secret; `null`: there is none. */
export const useJoinLink = (organization: string) =>
  useQuery({
    queryKey: joinLinkKey(organization),
    queryFn: ({ signal }) =>
      dataOf(extensions.GET(LINK, { params: { path: pathOf(organization) }, signal })).then(({ joinLink }) => joinLink),
  });

/** Makes the join link. The link in the response is shown this once. */
export function useSetJoinLink(organization: string) {
  const onSuccess = useReread(joinLinkKey(organization));
  return useChange(
    (body: ExtensionSchemas['JoinLinkBody'], key) =>
      dataOf(extensions.PUT(LINK, { params: { path: pathOf(organization), header: headerOf(key) }, body })),
    { onSuccess },
  );
}

/** Ends the join link. */
export function useEndJoinLink(organization: string) {
  const onSuccess = useReread(joinLinkKey(organization));
  return useChange(
    (_: undefined, key) =>
      dataOf(extensions.DELETE(LINK, { params: { path: pathOf(organization), header: headerOf(key) } })),
    { onSuccess },
  );
}
