import { SCOPES, type Scope } from '@worktrack/domain';
import { OrganizationSummary } from '../organization/organization.responses.js';
import { Shows } from '../openapi/shows.js';

export class AuthenticationContext {
  @Shows.word(['pat']) readonly type!: 'pat';
  @Shows.uuid() readonly credentialId!: string;
  @Shows.text() readonly credentialName!: string;
  @Shows.words(SCOPES) readonly scopes!: readonly Scope[];
  @Shows.instant() readonly expiresAt!: string;
}

export class MyOrganization extends OrganizationSummary {
  @Shows.text({ nullable: true }) readonly username!: string | null;
}

export class Me {
  @Shows.uuid() readonly id!: string;
  @Shows.publicId() readonly publicId!: string;
  @Shows.text() readonly name!: string;
  @Shows.email() readonly email!: string;
  @Shows.one(AuthenticationContext) readonly authentication!: AuthenticationContext;
  @Shows.one(OrganizationSummary, { nullable: true }) readonly defaultOrganization!: OrganizationSummary | null;
  @Shows.many(MyOrganization) readonly organizations!: readonly MyOrganization[];
}
