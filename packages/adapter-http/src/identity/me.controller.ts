import { Controller, Get } from '@nestjs/common';
import type { Principal, VisibleOrganization } from '@worktrack/application';
import { scopesOfV1 } from '@worktrack/domain';
import { Caller } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { Me } from './me.responses.js';
import EXAMPLES from './identity.examples.json';

@Controller('api/v1/me')
export class MeController {
  @Get()
  @Operation({
    id: 'getMe',
    summary: 'The caller, the token in use, and the Organizations it touches.',
    description:
      'Shows who the caller is, what the token allows, and the Organizations that it covers. Call it first: it tells which paths will work.',
    examples: EXAMPLES.getMe,
    underApp: false,
    scope: null,
    role: null,
    responses: { status: 200, with: Me },
  })
  me(@Caller() { user, token, organizations, defaultOrganizationId }: Principal): Me {
    const ownDefault = organizations.find(({ id }) => id === defaultOrganizationId);
    return {
      id: user.id,
      publicId: user.publicId,
      name: user.name,
      email: user.email,
      authentication: {
        type: 'pat',
        credentialId: token.id,
        credentialName: token.name,
        scopes: scopesOfV1(token.scopes),
        expiresAt: token.expiresAt.toISOString(),
      },
      defaultOrganization: ownDefault ? summaryOf(ownDefault) : null,
      organizations: organizations.map((each) => ({ ...summaryOf(each), username: each.username })),
    };
  }
}

function summaryOf({ id, slug, name }: VisibleOrganization) {
  return { id, slug, name };
}
