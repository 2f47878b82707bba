import { ApiSchema } from '@nestjs/swagger';
import type { MemberView, Page as PageOf } from '@worktrack/application';
import { ROLES, type PublicUserId, type Role, type Username } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';
import { avatarPath } from '../session/session.responses.js';

@ApiSchema({ description: 'A member of an Organization as its administrators see it.' })
export class Member {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text({ description: 'The name of the member.' }) readonly name!: string;
  @Shows.text({ nullable: true }) readonly username!: Username | null;
  @Shows.word(ROLES, { description: 'The role of the member.' }) readonly role!: Role;
  @Shows.email({ description: 'The e-mail address of the account.' }) readonly email!: string;
  @Shows.flag({
    description: '`false`: nobody has proven to receive mail at the address, so it can be that of somebody else.',
  })
  readonly emailConfirmed!: boolean;
  @Shows.instant({ description: 'The instant when the membership began.' }) readonly joinedAt!: string;
  @Shows.date({
    nullable: true,
    description: 'The last day (UTC) on which the account was used; `null`: none is known.',
  })
  readonly lastActiveAt!: string | null;
  @Shows.text({ nullable: true, description: 'The path of the picture in the application; `null`: none.' })
  readonly avatarUrl!: string | null;
}

@ApiSchema({ description: 'A page of the members of an Organization.' })
export class MemberList {
  @Shows.many(Member) readonly items!: readonly Member[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'The membership after its change.' })
export class ChangedMember {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.word(ROLES, { description: 'The role of the member.' }) readonly role!: Role;
}

@ApiSchema({ description: 'The end of a membership.' })
export class RemovedMember {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.integer(0, { description: 'The number of open Work Items that were assigned to the member.' })
  readonly reassigned!: number;
}

/** Shows a page of members, with the paths of their pictures. */
export const memberListOf = ({ items, page }: PageOf<MemberView>): MemberList => ({
  items: items.map(({ avatarVersion, ...member }) => ({
    ...member,
    avatarUrl: avatarPath(member.publicId, avatarVersion),
  })),
  page,
});
