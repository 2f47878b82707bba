import { createPortal } from 'preact/compat';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useTyping } from '../shell/typing.js';
import type { PickedField } from './fields.js';
import { StatusMark } from './marks.js';
import { picking, wanted } from './picking.js';
import type { ItemPlace, WorkItem } from './work-item.js';
import { STATUS_NAMES } from './words.js';
import styles from './thumb-bar.module.css';

interface ThumbBarProps {
  readonly place: ItemPlace;
  readonly item: WorkItem;
}

/** On a phone: what is done most with a Work Item, where a thumb reaches it. */
export function ThumbBar({ place, item }: ThumbBarProps) {
  const pick = (field: PickedField) => () => {
    picking.value = { field, item, organization: place.organization };
  };
  const below = document.getElementById('below-main');
  if (useTyping() || !below) return null;
  return createPortal(
    <section class={styles.bar} aria-label={`Change ${item.key}`}>
      <Button kind="plain" aria-haspopup="dialog" onClick={pick('status')}>
        <StatusMark status={item.status} />
        <span class={styles.name}>{STATUS_NAMES[item.status]}</span>
      </Button>
      <Button kind="plain" aria-haspopup="dialog" onClick={pick('assignee')}>
        <Icon name="users" />
        <span class={styles.name}>Assign</span>
      </Button>
      <Button
        kind="plain"
        onClick={() => {
          wanted.value = { ...place, part: 'comment' };
        }}
      >
        <Icon name="comment" />
        <span class={styles.name}>Comment</span>
      </Button>
    </section>,
    below,
  );
}
