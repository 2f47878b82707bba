import type { CardAssigneeView, CardView, CardsView } from '@worktrack/application';
import {
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  type PublicUserId,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemPriority,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { avatarPath } from '../session/session.responses.js';
import { Label, SprintSummary } from './work-item.responses.js';

export class CardAssignee {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text() readonly name!: string;
  @Shows.text({ nullable: true, description: 'A path of the application.' }) readonly avatarUrl!: string | null;
}

export class CardParent {
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
}

export class CardChildren {
  @Shows.integer(0) readonly total!: number;
  @Shows.integer(0) readonly done!: number;
}

export class Card implements Omit<CardView, 'assignee'> {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.integer(1) readonly revision!: number;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
  @Shows.word(WORK_ITEM_PRIORITIES) readonly priority!: WorkItemPriority;
  @Shows.one(CardAssignee, { nullable: true }) readonly assignee!: CardAssignee | null;
  @Shows.one(SprintSummary, { nullable: true }) readonly sprint!: SprintSummary | null;
  @Shows.one(CardParent, { nullable: true }) readonly parent!: CardParent | null;
  @Shows.many(Label, { description: 'The first labels by name.' }) readonly labels!: readonly Label[];
  @Shows.integer(0, { description: 'The number of all labels.' }) readonly labelCount!: number;
  @Shows.integer(0, { nullable: true }) readonly storyPoints!: number | null;
  @Shows.instant({ nullable: true }) readonly dueDate!: string | null;
  @Shows.instant() readonly updatedAt!: string;
  @Shows.integer(-(2 ** 52)) readonly position!: number;
  @Shows.one(CardChildren) readonly children!: CardChildren;
  @Shows.integer(0) readonly comments!: number;
  @Shows.integer(0) readonly attachments!: number;
  @Shows.flag() readonly blocked!: boolean;
}

export class CardList {
  @Shows.instant({ description: 'The `updatedAfter` of the next read.' }) readonly asOf!: string;
  @Shows.many(Card) readonly items!: readonly Card[];
  @Shows.uuids({ description: 'Work Items that have changed since `updatedAfter` and are not in the list.' })
  readonly gone!: readonly WorkItemId[];
  @Shows.flag({ description: '`true`: there is more than the list has.' }) readonly truncated!: boolean;
}

export const cardListOf = ({ items, ...list }: CardsView): CardList => ({
  ...list,
  items: items.map(({ assignee, ...card }) => ({ ...card, assignee: assignee && assigneeOf(assignee) })),
});

const assigneeOf = ({ publicId, name, avatarVersion }: CardAssigneeView): CardAssignee => ({
  publicId,
  name,
  avatarUrl: avatarPath(publicId, avatarVersion),
});
