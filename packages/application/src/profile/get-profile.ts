import type { ProfileScope } from '../access/access.js';
import type { ProfileViews, UserProfileView } from './profile.views.js';

/** Returns a user's profile; its counts cover only what the viewer can see (contract §5.2). `avatarUrl` is `null` without an avatar. */
export async function getProfile(
  views: ProfileViews,
  profile: ProfileScope,
  avatarUrl: string | null,
): Promise<UserProfileView> {
  const { publicId, name, joinedAt } = profile.person;
  return {
    publicId,
    name,
    avatarUrl,
    joinedAt,
    isCurrentUser: profile.isCurrentUser,
    sharedOrganizations: profile.shared.map(({ id, slug, name: organization, username }) => ({
      organization: { id, slug, name: organization },
      username,
    })),
    stats: await views.stats(profile),
  };
}
