import { ApiExtraModels, ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  FEED_TYPES,
  type FedChange,
  type FedData,
  type FedValue,
  type FeedEventView,
  type FeedPageView,
  type FeedType,
} from '@worktrack/application';
import {
  LINK_RELATIONS,
  type CommentId,
  type LinkRelation,
  type WorkItemId,
  type WorkItemKey,
} from '@worktrack/domain';
import { ActivityAttachment, ActivitySprint, ActivityWorkItem } from '../activity/activity.responses.js';
import { PublicUserSummary } from '../identity/user.responses.js';
import { ProjectSummary } from '../link/link.responses.js';
import { Shows } from '../openapi/shows.js';
import { OrganizationSummary } from '../organization/organization.responses.js';
import { Label } from '../work-item/work-item.responses.js';

@ApiSchema({ description: 'The Work Item of an event, with its present title.' })
export class FeedWorkItem {
  @Shows.uuid({ description: 'The id of the Work Item.' }) readonly id!: WorkItemId;
  @Shows.text({ description: 'The key of the Work Item.' }) readonly key!: WorkItemKey;
  @Shows.text({ description: 'The title of the Work Item.' }) readonly title!: string;
  @Shows.integer(1, { description: 'The revision after the change.' }) readonly revision!: number;
}

/** A text, a number, or an object such as a user; `null` for none. */
const AnyValue = (description: string): PropertyDecorator =>
  ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'object', additionalProperties: true }],
    nullable: true,
    required: false,
    description,
  });

@ApiSchema({
  description:
    'A field that changed. `description` has only its name, `labels` has `added` and `removed`, every other field `from` and `to`, as responses of v1 show its values.',
})
export class FeedChange {
  @Shows.text({ description: 'The member of the Work Item.' }) readonly field!: string;
  @AnyValue('The value before; `null`: none, or one that the caller cannot see.') readonly from?: FedValue;
  @AnyValue('The value after; `null`: none, or one that the caller cannot see.') readonly to?: FedValue;
  @Shows.many(Label, { optional: true, description: 'The labels that were added.' }) readonly added?: readonly Label[];
  @Shows.many(Label, { optional: true, description: 'The labels that were removed.' })
  readonly removed?: readonly Label[];
}

@ApiSchema({ description: 'The comment of an event, without its text.' })
export class FeedComment {
  @Shows.uuid({ description: 'The id of the comment.' }) readonly id!: CommentId;
  @Shows.uuid({ nullable: true, description: 'The comment that it replies to.' })
  readonly parentCommentId!: CommentId | null;
}

@ApiSchema({ description: 'More about an event: its members follow from the type.' })
@ApiExtraModels(FeedChange)
export class FeedData implements FedData {
  @Shows.many(FeedChange, { optional: true, description: 'Of `work_item.updated`: the fields that changed.' })
  readonly changes?: readonly FedChange[];
  @Shows.one(FeedComment, { optional: true, description: 'Of `comment.…`.' }) readonly comment?: FeedComment;
  @Shows.word(LINK_RELATIONS, { optional: true, description: 'Of `link.…`: the relation to `otherWorkItem`.' })
  readonly relation?: LinkRelation;
  @Shows.one(ActivityWorkItem, { optional: true, nullable: true, description: 'Of `link.…`.' })
  readonly otherWorkItem?: ActivityWorkItem | null;
  @Shows.one(ActivityAttachment, { optional: true, description: 'Of `attachment.…`.' })
  readonly attachment?: ActivityAttachment;
  @Shows.one(Label, { optional: true, nullable: true, description: 'Of `label.created`.' }) readonly label?: Label;
  @Shows.one(ActivitySprint, { optional: true, nullable: true, description: 'Of `sprint.…`.' })
  readonly sprint?: ActivitySprint;
  @Shows.one(PublicUserSummary, { optional: true, nullable: true, description: 'Of `member.…`.' })
  readonly member?: PublicUserSummary | null;
}

@ApiSchema({ description: 'A change of an Organization, with the names of today.' })
export class FeedEvent implements FeedEventView {
  @Shows.uuid({ description: 'The id of the event: the same in every response.' }) readonly id!: string;
  @Shows.word(FEED_TYPES, { description: 'The type of the change.' }) readonly type!: FeedType;
  @Shows.instant({ description: 'The instant of the change.' }) readonly timestamp!: string;
  @Shows.integer(1, {
    nullable: true,
    description: 'The position in the feed, without gaps; `null` for a token for some Projects.',
  })
  readonly sequence!: number | null;
  @Shows.text({ description: 'The cursor after this event.' }) readonly cursor!: string;
  @Shows.one(OrganizationSummary) readonly organization!: OrganizationSummary;
  @Shows.one(ProjectSummary, { nullable: true, description: 'The Project; `null` for a change of the Organization.' })
  readonly project!: ProjectSummary | null;
  @Shows.one(FeedWorkItem, { nullable: true, description: 'The Work Item; `null` for any other change.' })
  readonly workItem!: FeedWorkItem | null;
  @Shows.one(PublicUserSummary, { nullable: true, description: 'Who made the change; `null`: no user that is there.' })
  readonly actor!: PublicUserSummary | null;
  @Shows.text({ description: 'The id of the request that made the change.' }) readonly requestId!: string;
  @Shows.flag({ description: '`true`: the Work Item is deleted by now, and `data` is empty.' })
  readonly redacted!: boolean;
  @Shows.one(FeedData, { description: 'More about the change.' }) readonly data!: FedData;
}

@ApiSchema({ description: 'A part of the feed of an Organization.' })
export class FeedEventPage implements FeedPageView {
  @Shows.many(FeedEvent, { description: 'The events, oldest first.' }) readonly items!: readonly FeedEventView[];
  @Shows.text({ description: 'The next `after`.' }) readonly cursor!: string;
  @Shows.flag({ description: '`true`: there is more to look through.' }) readonly hasMore!: boolean;
}
