import type { OwnTokenGrantView, OwnTokenView } from '@worktrack/application';
import {
  ALL_SCOPES,
  type AccessTokenId,
  type OrganizationId,
  type ProjectKey,
  type AnyScope,
  type Slug,
  type Username,
} from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { OrganizationSummary } from '../organization/organization.responses.js';

export class OwnUsername {
  @Shows.one(OrganizationSummary) readonly organization!: OrganizationSummary;
  @Shows.text({ nullable: true }) readonly username!: Username | null;
}

class OwnTokenGrant implements OwnTokenGrantView {
  @Shows.uuid() readonly id!: OrganizationId;
  @Shows.text() readonly slug!: Slug;
  @Shows.text() readonly name!: string;
  @Shows.texts({ nullable: true, description: 'Keys; `null`: the whole Organization.' })
  readonly projects!: readonly ProjectKey[] | null;
}

export class OwnToken implements OwnTokenView {
  @Shows.uuid() readonly id!: AccessTokenId;
  @Shows.text() readonly name!: string;
  @Shows.words(ALL_SCOPES) readonly scopes!: readonly AnyScope[];
  @Shows.many(OwnTokenGrant) readonly organizations!: readonly OwnTokenGrant[];
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly expiresAt!: string;
  @Shows.flag() readonly expired!: boolean;
}

/** A new token with its text, which no other response has. */
export class NewOwnToken extends OwnToken {
  @Shows.text() readonly token!: string;
}

export class OwnTokenList {
  @Shows.many(OwnToken) readonly items!: readonly OwnToken[];
}
