import { ApiExtraModels } from '@nestjs/swagger';
import type {
  OrganizationMinimalView,
  OrganizationSummaryView,
  OrganizationUserView,
  OrganizationView,
} from '@worktrack/application';
import { ROLES, type OrganizationId, type PublicUserId, type Role, type Username } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

export class OrganizationSummary implements OrganizationSummaryView {
  @Shows.uuid() readonly id!: OrganizationId;
  @Shows.text() readonly slug!: string;
  @Shows.text() readonly name!: string;
}

export class OrganizationMinimal extends OrganizationSummary implements OrganizationMinimalView {
  @Shows.flag() readonly suspended!: boolean;
}

export class Organization extends OrganizationSummary implements OrganizationView {
  @Shows.text({ nullable: true }) readonly description!: string | null;
  @Shows.word(['self_hosted']) readonly plan!: 'self_hosted';
  @Shows.word(ROLES) readonly role!: Role;
  @Shows.flag() readonly isDefault!: boolean;
  @Shows.flag() readonly suspended!: boolean;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}

/** Each row is an Organization, or an OrganizationMinimal where the token holds Project grants only. */
@ApiExtraModels(Organization, OrganizationMinimal)
export class OrganizationList {
  @Shows.either(Organization, OrganizationMinimal) readonly items!: readonly (Organization | OrganizationMinimal)[];
  @Shows.one(Page) readonly page!: Page;
}

/** A row of the member directory. */
export class OrganizationUser implements OrganizationUserView {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text() readonly name!: string;
  @Shows.text({ nullable: true }) readonly username!: Username | null;
}

export class OrganizationUserList {
  @Shows.many(OrganizationUser) readonly items!: readonly OrganizationUser[];
  @Shows.one(Page) readonly page!: Page;
}
