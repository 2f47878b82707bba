import { IconButton } from '../parts/button.js';
import { announce } from '../shell/notices.js';
import { dropName, keepName, keptNames, type Named } from './kept-names.js';
import styles from './favorite-button.module.css';

interface FavoriteButtonProps {
  readonly organization: string;
  readonly project: Named;
}

/** Puts a Project among the favorites of the sidebar, or takes it out. */
export function FavoriteButton({ organization, project: { key, name } }: FavoriteButtonProps) {
  const favorites = keptNames('favorites', organization);
  const isFavorite = favorites.value.some((one) => one.key === key);
  return (
    <span class={styles.star}>
      <IconButton
        icon="star"
        label={`Favorite: ${name}`}
        tip={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
        aria-pressed={isFavorite}
        onClick={() => {
          if (isFavorite) dropName(favorites, key);
          else keepName(favorites, { key, name });
          announce(isFavorite ? `${name} is no longer a favorite.` : `${name} is a favorite.`);
        }}
      />
    </span>
  );
}
