import { Controller, Get } from '@nestjs/common';
import {
  FilterReferences,
  ProfileViews,
  WorkItemViews,
  getProfile,
  listProfileWork,
  type ProfileScope,
} from '@worktrack/application';
import { Q_ACTIVITY, type ActivityQuery } from '../activity/activity.query.js';
import { InQuery, OfProfile } from '../pipeline/context.js';
import { Operation } from '../pipeline/operation.js';
import { Q_PROFILE, type ProfileQuery } from '../work-item/work-item.query.js';
import { ProfileWorkItemList } from '../work-item/work-item.responses.js';
import { ProfileActivityList, UserProfile } from './profile.responses.js';

@Controller('api/v1/users/:publicId')
export class ProfileController {
  constructor(
    private readonly profiles: ProfileViews,
    private readonly workItems: WorkItemViews,
    private readonly references: FilterReferences,
  ) {}

  @Get()
  @Operation({
    id: 'getUserProfile',
    summary: 'Somebody with whom an Organization is shared, or oneself.',
    scope: 'profile:read',
    role: null,
    answers: { status: 200, with: UserProfile },
  })
  get(@OfProfile() profile: ProfileScope): Promise<UserProfile> {
    return getProfile(this.profiles, profile);
  }

  @Get('work')
  @Operation({
    id: 'listUserProfileWork',
    summary:
      'The visible Work Items that a user is assigned, reported or commented on; only open ones unless told otherwise.',
    scope: 'profile:read',
    role: null,
    query: Q_PROFILE,
    answers: { status: 200, with: ProfileWorkItemList },
  })
  work(@OfProfile() profile: ProfileScope, @InQuery() query: ProfileQuery): Promise<ProfileWorkItemList> {
    return listProfileWork(this.references, this.workItems, profile, query);
  }

  @Get('activity')
  @Operation({
    id: 'listUserProfileActivity',
    summary: 'What a user created, said and brought to done, newest first.',
    scope: 'profile:read',
    role: null,
    query: Q_ACTIVITY,
    answers: { status: 200, with: ProfileActivityList },
  })
  activity(@OfProfile() profile: ProfileScope, @InQuery() query: ActivityQuery): Promise<ProfileActivityList> {
    return this.profiles.activity(profile, query);
  }
}
