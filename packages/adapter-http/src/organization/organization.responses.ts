import { ApiExtraModels, ApiSchema } from '@nestjs/swagger';
import type {
  OrganizationMinimalView,
  OrganizationSummaryView,
  OrganizationUserView,
  OrganizationView,
} from '@worktrack/application';
import {
  ROLES,
  type OrganizationId,
  type PublicUserId,
  type Role,
  type TimeZone,
  type Username,
} from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'An Organization in short.' })
export class OrganizationSummary implements OrganizationSummaryView {
  @Shows.uuid({ description: 'The id of the Organization. It never changes.' }) readonly id!: OrganizationId;
  @Shows.text() readonly slug!: string;
  @Shows.text({ description: 'The name of the Organization.' }) readonly name!: string;
}

@ApiSchema({ description: 'An Organization as a token for single Projects sees it.' })
export class OrganizationMinimal extends OrganizationSummary implements OrganizationMinimalView {
  @Shows.flag({ description: '`true`: everything in the Organization is refused.' }) readonly suspended!: boolean;
}

@ApiSchema({ description: 'An Organization with the role of the caller in it.' })
export class Organization extends OrganizationSummary implements OrganizationView {
  @Shows.text({ nullable: true, description: 'A text about the Organization; `null`: not given.' })
  readonly description!: string | null;
  @Shows.word(['self_hosted'], { description: 'The plan of the installation.' }) readonly plan!: 'self_hosted';
  @Shows.word(ROLES, { description: 'The role of the caller.' }) readonly role!: Role;
  @Shows.flag({ description: '`true`: the default Organization of the caller.' }) readonly isDefault!: boolean;
  @Shows.flag({ description: '`true`: everything in the Organization is refused.' }) readonly suspended!: boolean;
  @Shows.text({ description: 'The time zone of the days of the Organization, by its IANA name.' })
  readonly timeZone!: TimeZone;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}

@ApiSchema({ description: 'A page of Organizations. A token for single Projects gets the short form of theirs.' })
@ApiExtraModels(Organization, OrganizationMinimal)
export class OrganizationList {
  @Shows.either(Organization, OrganizationMinimal) readonly items!: readonly (Organization | OrganizationMinimal)[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'A member of an Organization.' })
export class OrganizationUser implements OrganizationUserView {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text({ description: 'The name of the member.' }) readonly name!: string;
  @Shows.text({ nullable: true }) readonly username!: Username | null;
}

@ApiSchema({ description: 'A page of the active members of an Organization.' })
export class OrganizationUserList {
  @Shows.many(OrganizationUser) readonly items!: readonly OrganizationUser[];
  @Shows.one(Page) readonly page!: Page;
}
