import { Controller, Get, Res } from '@nestjs/common';
import {
  AVATAR_TYPE,
  FilterReferences,
  ProfileViews,
  WorkItemViews,
  getProfile,
  listProfileWork,
  refuse,
  type ProfileScope,
} from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { Q_ACTIVITY, type ActivityQuery } from '../activity/activity.query.js';
import { PRIVATE } from '../openapi/headers.js';
import { InQuery, OfProfile } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { parsed } from '../checks/query.js';
import { Q_PROFILE, type ProfileQuery } from '../work-item/work-item.query.js';
import { ProfileWorkItemList } from '../work-item/work-item.responses.js';
import { ApiSettings } from '../settings.js';
import { ProfileActivityList, UserProfile } from './profile.responses.js';
import EXAMPLES from './profile.examples.json';

/** Any text: it only makes the URLs of different versions different for caches. */
const ignored = () => parsed((text) => text || undefined, 'a text', { type: 'string' });

/** Q-avatar */
const Q_AVATAR = { v: ignored(), format: ignored(), rev: ignored() };

@Controller('api/v1/users/:publicId')
export class ProfileController {
  constructor(
    private readonly profiles: ProfileViews,
    private readonly workItems: WorkItemViews,
    private readonly references: FilterReferences,
    private readonly settings: ApiSettings,
  ) {}

  @Get()
  @Operation({
    id: 'getUserProfile',
    summary: 'Somebody with whom an Organization is shared, or oneself.',
    description:
      'Shows a user with whom the caller shares an Organization, or the caller. The counts cover only what the caller can see.',
    examples: EXAMPLES.getUserProfile,
    scope: 'profile:read',
    role: null,
    responses: { status: 200, with: UserProfile },
  })
  get(@OfProfile() profile: ProfileScope): Promise<UserProfile> {
    const { publicId, avatarVersion } = profile.person;
    const url = `${this.settings.baseUrl}/api/v1/users/${publicId}/avatar?v=${avatarVersion ?? ''}`;
    return getProfile(this.profiles, profile, avatarVersion === null ? null : url);
  }

  @Get('work')
  @Operation({
    id: 'listUserProfileWork',
    summary:
      'The visible Work Items that a user is assigned, reported or commented on; only open ones unless told otherwise.',
    description:
      'Lists Work Items that the user is assigned, reported or commented on. Without `scope` only unfinished ones are listed. Several values of one filter are alternatives; all filters must hold.',
    examples: EXAMPLES.listUserProfileWork,
    scope: 'profile:read',
    role: null,
    query: Q_PROFILE,
    responses: { status: 200, with: ProfileWorkItemList },
  })
  work(@OfProfile() profile: ProfileScope, @InQuery() query: ProfileQuery): Promise<ProfileWorkItemList> {
    return listProfileWork(this.references, this.workItems, profile, query);
  }

  @Get('activity')
  @Operation({
    id: 'listUserProfileActivity',
    summary: 'The activity of a user: created, commented and finished Work Items, newest first.',
    description:
      'Lists what a user did: Work Items created, comments written, Work Items brought to done. Newest first.',
    examples: EXAMPLES.listUserProfileActivity,
    scope: 'profile:read',
    role: null,
    query: Q_ACTIVITY,
    responses: { status: 200, with: ProfileActivityList },
  })
  activity(@OfProfile() profile: ProfileScope, @InQuery() query: ActivityQuery): Promise<ProfileActivityList> {
    return this.profiles.activity(profile, query);
  }

  @Get('avatar')
  @Operation({
    id: 'getUserProfileAvatar',
    summary: 'The avatar of a user.',
    description:
      'Returns the picture of a user. For a user without one the response is 404; `avatarUrl` of the profile is then `null`.',
    examples: EXAMPLES.getUserProfileAvatar,
    scope: 'profile:read',
    role: null,
    query: Q_AVATAR,
    responses: { status: 200, with: 'image' },
  })
  async avatar(@OfProfile() profile: ProfileScope, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const content = (await this.profiles.avatar(profile)) ?? refuse('NOT_FOUND');
    void reply.headers({
      'Content-Type': AVATAR_TYPE,
      'Content-Length': String(content.length),
      'Cache-Control': PRIVATE,
      'X-Content-Type-Options': 'nosniff',
    });
    return content;
  }
}
