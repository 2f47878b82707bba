import { PersonAvatar } from '../shell/person-avatar.js';
import { allowedTargets, type WorkItemStatus } from '@worktrack/domain';
import { memo } from 'preact/compat';
import { useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.js';
import { Menu, type MenuItem } from '../parts/menu.js';
import row from '../parts/row.module.css';
import { itemMark } from '../shell/items-in-hand.js';
import { dueState, fullDay, shownDay } from '../shell/organization-days.js';
import { PeekButton } from '../work-item/peek-button.js';
import facts from '../work-item/facts.module.css';
import { PriorityMark, StatusMark, TypeMark } from '../work-item/marks.js';
import { STATUS_NAMES } from '../work-item/words.js';
import type { Card } from './cards.js';
import { useDraggable } from './drag.js';
import type { OrderStep } from './order/order.js';
import styles from './card-view.module.css';

interface CardViewProps {
  readonly card: Card;
  readonly organization: string;
  readonly onMove: (card: Card, to: WorkItemStatus) => void;
  readonly onOrder: (card: Card, step: OrderStep) => void;
}

/** A Work Item on the board. Its title is the link; the whole card is its surface. */
export const CardView = memo(function CardView({ card, organization, onMove, onOrder }: CardViewProps) {
  const { key, title, type, priority, labels, labelCount } = card;
  const element = useRef<HTMLLIElement>(null);
  useDraggable(element, card);
  return (
    <li class={styles.card} {...itemMark({ organization, key })} ref={element}>
      <div class={styles.head}>
        <TypeMark type={type} />
        <span class={styles.key} title={key}>
          {key}
        </span>
        <PeekButton of={key} />
        <CardMenu card={card} organization={organization} onMove={onMove} onOrder={onOrder} />
      </div>
      <a class={`${row.link} ${styles.title}`} href={`/o/${organization}/items/${key}`} title={title} draggable={false}>
        {title}
      </a>
      {labels.length > 0 && (
        <ul class={`${facts.labels} ${styles.labels}`} aria-label="Labels">
          {labels.map(({ id, name, color }) => (
            <li key={id}>
              <span class={facts.dot} style={{ backgroundColor: color }} />
              <span title={name}>{name}</span>
            </li>
          ))}
          {labelCount > labels.length && <li>+{labelCount - labels.length}</li>}
        </ul>
      )}
      <div class={styles.foot}>
        <div class={styles.facts}>
          <PriorityMark priority={priority} />
          {card.blocked && (
            <span class={styles.blocked}>
              <Icon name="ban" size={12} /> Blocked
            </span>
          )}
          <Facts card={card} organization={organization} />
        </div>
        {card.assignee && <PersonAvatar person={card.assignee} named />}
      </div>
    </li>
  );
});

function CardMenu({ card, organization, onMove, onOrder }: CardViewProps) {
  const { key, status } = card;
  const items = (): readonly MenuItem[] => [
    { id: 'open', name: 'Open', icon: 'arrowRight', href: `/o/${organization}/items/${key}` },
    ...allowedTargets(status, false).map((to, at) => ({
      id: to,
      name: `Move to ${STATUS_NAMES[to]}`,
      before: <StatusMark status={to} />,
      ...(at === 0 && { section: true as const }),
      onChoose: () => {
        onMove(card, to);
      },
    })),
    ...(['top', 'bottom'] as const).map((step) => ({
      id: step,
      name: `Move to the ${step}`,
      ...(step === 'top' && { section: true as const }),
      onChoose: () => {
        onOrder(card, step);
      },
    })),
  ];
  return (
    <Menu
      label={`Actions of ${key}`}
      items={items}
      trigger={(trigger) => (
        <button type="button" class={styles.menu} aria-label={`Actions of ${key}`} {...trigger}>
          <Icon name="ellipsis" />
        </button>
      )}
    />
  );
}

/** The numbers up to which the server counts. */
const MOST_COMMENTS = 100;
const MOST_CHILDREN = 500;

function Facts({ card, organization }: Pick<CardViewProps, 'card' | 'organization'>) {
  const { storyPoints, dueDate, children, comments, status } = card;
  return (
    <>
      {storyPoints !== null && (
        <span class={facts.points} title={`${storyPoints} story points`}>
          {String(storyPoints)}
          <span class="visually-hidden"> story points</span>
        </span>
      )}
      {dueDate !== null && <Due dueDate={dueDate} status={status} organization={organization} />}
      {children.total > 0 && (
        <span class={styles.fact} title="Sub-items that are done">
          <Icon name="checklist" size={13} label="Sub-items" />
          {children.total >= MOST_CHILDREN ? `${MOST_CHILDREN}+` : `${children.done}/${children.total}`}
        </span>
      )}
      {comments > 0 && (
        <span class={styles.fact} title="Comments">
          <Icon name="comment" size={13} label="Comments" />
          {comments >= MOST_COMMENTS ? `${MOST_COMMENTS - 1}+` : comments}
        </span>
      )}
    </>
  );
}

interface DueProps extends Pick<Card, 'status'>, Pick<CardViewProps, 'organization'> {
  readonly dueDate: string;
}

function Due({ dueDate, status, organization }: DueProps) {
  const state = status === 'done' ? 'later' : dueState(organization, dueDate);
  const isOverdue = state === 'overdue';
  return (
    <time class={styles.fact} data-due={state} dateTime={dueDate} title={`Due ${fullDay(organization, dueDate)}`}>
      <Icon name={isOverdue ? 'alert' : 'calendar'} size={13} label={isOverdue ? 'Overdue' : 'Due'} />
      {shownDay(organization, dueDate)}
    </time>
  );
}
