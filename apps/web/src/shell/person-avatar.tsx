import { signal } from '@preact/signals';
import { useQuery } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { application, dataOf } from '../api/client.js';
import { Avatar, type AvatarProps } from '../parts/avatar.js';

/** Milliseconds after which the pictures of an Organization are read again. */
const FRESH = 10 * 60_000;

/** True once the page shows somebody: no page without people waits for pictures. */
const isWanted = signal(false);

const pictures = signal<ReadonlyMap<string, string | null>>(new Map());

/** Reads the pictures of the members of an Organization for every `PersonAvatar`, once somebody is shown. */
export function useMemberPictures(slug: string | undefined): void {
  const { data } = useQuery({
    queryKey: ['pictures', slug],
    queryFn: ({ signal: aborted }) =>
      dataOf(
        application.GET('/api/organizations/{organizationSlug}/pictures', {
          params: { path: { organizationSlug: slug ?? '' } },
          signal: aborted,
        }),
      ),
    enabled: isWanted.value && slug !== undefined,
    staleTime: FRESH,
  });
  useEffect(() => {
    if (data) pictures.value = new Map(data.items.map(({ publicId, avatarUrl }) => [publicId, avatarUrl]));
  }, [data]);
}

interface PersonAvatarProps extends Pick<AvatarProps, 'size' | 'named'> {
  /** `null` stands for somebody whose account is gone. */
  readonly person: {
    readonly publicId?: string | undefined;
    readonly name: string;
    /** The picture, where it is known without those of all members. */
    readonly avatarUrl?: string | null | undefined;
  } | null;
}

/** Somebody with the picture that they have everywhere; the API names most people without it. */
export function PersonAvatar({ person, ...looks }: PersonAvatarProps) {
  useEffect(() => {
    isWanted.value = true;
  }, []);
  const picture = pictures.value.get(person?.publicId ?? '') ?? person?.avatarUrl ?? null;
  return <Avatar name={person?.name ?? '?'} imageUrl={picture} {...looks} />;
}
