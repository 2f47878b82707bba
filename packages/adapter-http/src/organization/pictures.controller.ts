import { Controller, Get } from '@nestjs/common';
import { OrganizationUserViews, type OrganizationScope } from '@worktrack/application';
import type { PublicUserId } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { InOrganization } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { avatarPath } from '../session/session.responses.js';

export class MemberPicture {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text({ nullable: true, description: 'A path of the application.' }) readonly avatarUrl!: string | null;
}

export class MemberPictureList {
  @Shows.many(MemberPicture) readonly items!: readonly MemberPicture[];
}

/** The pictures of the members: v1 names people without them, and the page shows everybody with theirs. */
@Controller('api/organizations/:organizationSlug/pictures')
export class PicturesController {
  constructor(private readonly users: OrganizationUserViews) {}

  @Get()
  @Operation({
    id: 'listMemberPictures',
    summary: 'The pictures of the members of an Organization.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: MemberPictureList },
  })
  async list(@InOrganization() scope: OrganizationScope): Promise<MemberPictureList> {
    const pictures = await this.users.pictures(scope);
    return {
      items: pictures.map(({ publicId, avatarVersion }) => ({
        publicId,
        avatarUrl: avatarPath(publicId, avatarVersion),
      })),
    };
  }
}
