import { memo } from 'preact/compat';
import { useRef } from 'preact/hooks';
import type { Card } from '../board/cards.js';
import { PersonAvatar } from '../shell/person-avatar.js';
import { Icon } from '../parts/icon.js';
import row from '../parts/row.module.css';
import { itemMark, select } from '../shell/items-in-hand.js';
import { PeekButton } from '../work-item/peek-button.js';
import facts from '../work-item/facts.module.css';
import { Due } from '../work-item/due.js';
import { PriorityMark, StatusMark, TypeMark } from '../work-item/marks.js';
import { useDraggable } from './drag.js';
import styles from './plan-row.module.css';

interface PlanRowProps {
  readonly card: Card;
  readonly organization: string;
  readonly isSelected: boolean;
}

/** A Work Item of a section. Its title is the link; the box selects it. */
export const PlanRow = memo(function PlanRow({ card, organization, isSelected }: PlanRowProps) {
  const { key, status, labels, storyPoints, dueDate, assignee } = card;
  const element = useRef<HTMLLIElement>(null);
  useDraggable(element, key);
  return (
    <li
      class={`${row.row} ${styles.row}`}
      data-selected={isSelected || undefined}
      {...itemMark({ organization, key })}
      ref={element}
    >
      <label class={styles.box}>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={({ currentTarget: { checked } }) => {
            select({ organization, key }, checked);
          }}
        />
        <span class="visually-hidden">Select {key}</span>
      </label>
      <PriorityMark priority={card.priority} />
      <StatusMark status={status} />
      <span class={styles.key}>{key}</span>
      <TypeMark type={card.type} />
      <a class={`${row.link} ${styles.title}`} href={`/o/${organization}/items/${key}`} draggable={false}>
        {card.title}
      </a>
      <PeekButton of={key} />
      {card.blocked && (
        <span class={styles.blocked}>
          <Icon name="ban" size={13} label="Blocked" />
        </span>
      )}
      {labels.length > 0 && (
        <ul class={`${facts.labels} ${styles.labels}`} aria-label="Labels">
          {labels.map(({ id, name, color }) => (
            <li key={id}>
              <span class={facts.dot} style={{ backgroundColor: color }} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      )}
      {dueDate !== null && status !== 'done' && <Due dueDate={dueDate} organization={organization} />}
      {storyPoints === null ? (
        <span class={`${facts.points} ${styles.points} ${styles.unestimated}`} title="No estimate">
          –<span class="visually-hidden"> no estimate</span>
        </span>
      ) : (
        <span class={`${facts.points} ${styles.points}`} title={`${storyPoints} story points`}>
          {storyPoints}
          <span class="visually-hidden"> story points</span>
        </span>
      )}
      {assignee ? <PersonAvatar person={assignee} named /> : <span class={`${facts.nobody} ${styles.nobody}`} />}
    </li>
  );
});
