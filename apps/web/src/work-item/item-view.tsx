import { useEffect, useMemo, useRef } from 'preact/hooks';
import { session } from '../api/session.js';
import { Icon } from '../parts/icon.js';
import { TextPlaceContext } from '../parts/text-place.js';
import { Below } from '../shell/below.js';
import { ItemAttachments } from './files/item-attachments.js';
import { textFilesOf } from './files/text-files.js';
import { ItemDescription } from './item-description.js';
import { ItemFields } from './item-fields.js';
import { ItemLinks } from './item-links.js';
import { ItemStream } from './item-stream.js';
import { textPlaceOf } from './item-texts.js';
import { itemChanges } from './item-changes.js';
import { wanted } from './picking.js';
import { SubItems } from './sub-items.js';
import { projectOf } from './item-key.js';
import type { ItemPlace, WorkItem } from './work-item.js';
import styles from './item-view.module.css';

interface ItemViewProps {
  readonly place: ItemPlace;
  /** The Work Item with the changes under way. */
  readonly item: WorkItem;
}

/** All of a Work Item below its title, on its page and in the panel. Conflicts are shown in the place of their fields. */
export function ItemView({ place, item }: ItemViewProps) {
  const area = useRef<HTMLDivElement>(null);
  const isFixed = item.archivedAt !== null;
  useEffect(() => itemChanges.present(item.id), [item.id]);
  const { organization } = place;
  const texts = useMemo(
    () => ({ ...textPlaceOf(organization, projectOf(item.key)), files: textFilesOf(place, isFixed) }),
    [organization, item.key, isFixed],
  );
  return (
    <div class={styles.view} ref={area}>
      {isFixed && (
        <p class={styles.archived} role="status">
          <Icon name="archive" size={14} /> Archived: it can be read, but not changed.
        </p>
      )}
      <TextPlaceContext.Provider value={texts}>
        <div class={styles.columns}>
          <div class={styles.text}>
            <ItemDescription key={item.id} place={place} item={item} isFixed={isFixed} />
          </div>
          <div class={styles.side}>
            <ItemFields place={place} item={item} isFixed={isFixed} />
          </div>
          <div class={styles.rest}>
            <Below isAsked={wanted.value?.key === item.key}>
              <SubItems place={place} isFixed={isFixed} />
              <ItemLinks place={place} isFixed={isFixed} />
              <ItemAttachments place={place} isFixed={isFixed} area={area} />
              <ItemStream key={session.value?.user.publicId} place={place} isFixed={isFixed} />
            </Below>
          </div>
        </div>
      </TextPlaceContext.Provider>
    </div>
  );
}
