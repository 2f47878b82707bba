import type { ProfileScope } from '../access/access.js';
import type { ProfileViews, UserProfileView } from './profile.views.js';

/** Somebody's profile, counted over what the viewer may see (contract §5.2). */
export async function getProfile(views: ProfileViews, profile: ProfileScope): Promise<UserProfileView> {
  const { publicId, name, joinedAt } = profile.person;
  return {
    publicId,
    name,
    avatarUrl: null,
    joinedAt,
    isCurrentUser: profile.isCurrentUser,
    sharedOrganizations: profile.shared.map(({ id, slug, name: organization, username }) => ({
      organization: { id, slug, name: organization },
      username,
    })),
    stats: await views.stats(profile),
  };
}
