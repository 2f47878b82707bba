import { ApiSchema } from '@nestjs/swagger';
import { SCOPES, type Scope } from '@worktrack/domain';
import { OrganizationSummary } from '../organization/organization.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'The token of the request.' })
export class AuthenticationContext {
  @Shows.word(['pat'], { description: '`pat`: a personal access token.' }) readonly type!: 'pat';
  @Shows.uuid({ description: 'The id of the token, which is not secret.' }) readonly credentialId!: string;
  @Shows.text({ description: 'The name that its owner gave it.' }) readonly credentialName!: string;
  @Shows.words(SCOPES, { description: 'The scopes of the token.' }) readonly scopes!: readonly Scope[];
  @Shows.instant({ description: 'The instant from which the token is refused.' }) readonly expiresAt!: string;
}

@ApiSchema({ description: 'An Organization of the caller that the token covers, in whole or in part.' })
export class MyOrganization extends OrganizationSummary {
  @Shows.text({ nullable: true }) readonly username!: string | null;
}

@ApiSchema({ description: 'The caller, the token in use and the Organizations that it covers.' })
export class Me {
  @Shows.uuid({ description: 'The user id of the caller. It never changes.' }) readonly id!: string;
  @Shows.publicId() readonly publicId!: string;
  @Shows.text({ description: 'The name of the caller.' }) readonly name!: string;
  @Shows.email({ description: 'The e-mail address of the caller. No other response shows one.' })
  readonly email!: string;
  @Shows.one(AuthenticationContext, { description: 'The token of this request.' })
  readonly authentication!: AuthenticationContext;
  @Shows.one(OrganizationSummary, {
    nullable: true,
    description: 'The default Organization of the caller; `null`: the token does not cover it.',
  })
  readonly defaultOrganization!: OrganizationSummary | null;
  @Shows.many(MyOrganization, { description: 'The Organizations that the token covers, by name.' })
  readonly organizations!: readonly MyOrganization[];
}
