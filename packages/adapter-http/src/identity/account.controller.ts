import { Body, Controller, Delete, Get, Param, Patch, Post, Req } from '@nestjs/common';
import {
  OwnTokenViews,
  changeOwnUsername,
  createOwnToken,
  invariant,
  refuse,
  revokeOwnToken,
  type OrganizationScope,
  type Principal,
} from '@worktrack/application';
import type { AccessTokenId } from '@worktrack/domain';
import type { FastifyRequest } from 'fastify';
import { AccountChanges } from '../run/account-changes.js';
import { Caller, InOrganization, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { parseUuid } from '../body/uuid.js';
import { ChangeUsernameBody, CreateTokenBody } from './account.requests.js';
import { NewOwnToken, OwnTokenList, OwnUsername } from './account.responses.js';

/** Account control: the username in an Organization, and the personal access tokens of the caller. */
@Controller('api/me')
export class AccountController {
  constructor(
    private readonly mutations: MutationRunner,
    private readonly changes: AccountChanges,
    private readonly tokens: OwnTokenViews,
  ) {}

  @Patch('organizations/:organizationSlug/username')
  @Operation({
    id: 'changeOwnUsername',
    summary: 'Changes or clears the username of the caller in an Organization.',
    authentication: 'session',
    scope: null,
    role: null,
    body: ChangeUsernameBody,
    responses: { status: 200, with: OwnUsername },
    errors: ['USERNAME_TAKEN'],
  })
  changeUsername(
    @Caller() { organizations }: Principal,
    @InOrganization() scope: OrganizationScope,
    @Body() body: ChangeUsernameBody,
    @UnderConditions() conditions: Conditions,
  ) {
    const found = organizations.find(({ id }) => id === scope.organizationId);
    const { id, slug, name } = invariant(found, 'The Organization of the path is not visible.');
    return this.mutations.perform(conditions, changeOwnUsername, scope, body.toCommand(), ({ userId, username }) => ({
      shown: { organization: { id, slug, name }, username } satisfies OwnUsername,
      touched: [{ kind: 'membership', id: userId }],
    }));
  }

  @Get('tokens')
  @Operation({
    id: 'listOwnTokens',
    summary: 'The personal access tokens of the caller that are not revoked, newest first.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: OwnTokenList },
  })
  async listTokens(@Caller() { user }: Principal): Promise<OwnTokenList> {
    return { items: await this.tokens.list(user.id) };
  }

  @Post('tokens')
  @Operation({
    id: 'createOwnToken',
    summary: 'Creates a personal access token of the caller. Its text is shown only here.',
    authentication: 'session',
    scope: null,
    role: null,
    body: CreateTokenBody,
    responses: { status: 201, with: NewOwnToken },
    errors: ['CONFLICT'],
  })
  createToken(
    @Req() { context }: FastifyRequest,
    @Caller() caller: Principal,
    @Body() body: CreateTokenBody,
  ): Promise<NewOwnToken> {
    const command = body.toCommand();
    return this.changes.run(context, async (tx) => {
      const created = await createOwnToken(tx, caller, command);
      return { result: created, touched: [{ kind: 'token', id: created.id }] };
    });
  }

  @Delete('tokens/:tokenId')
  @Operation({
    id: 'revokeOwnToken',
    summary: 'Ends a personal access token of the caller.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 204, with: null },
    errors: ['NOT_FOUND'],
  })
  revokeToken(
    @Req() { context }: FastifyRequest,
    @Caller() { user }: Principal,
    @Param('tokenId') tokenId: string,
  ): Promise<void> {
    const id = (parseUuid(tokenId) ?? refuse('NOT_FOUND')) as AccessTokenId;
    return this.changes.run(context, async (tx) => {
      await revokeOwnToken(tx, user.id, id);
      return { result: undefined, touched: [{ kind: 'token', id }] };
    });
  }
}
