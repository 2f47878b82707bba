import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../run/operation.js';
import { Acceptances } from './acceptances.js';
import { AcceptInvitationBody, InvitationTokenBody } from './invitations.requests.js';
import { AcceptedInvitation, InvitationOfToken } from './invitations.responses.js';

/** Operations for whoever follows the link of an invitation. */
@Controller('api/invitation')
export class AcceptanceController {
  constructor(private readonly acceptances: Acceptances) {}

  @Post()
  @Operation({
    id: 'readInvitation',
    summary: 'Shows the invitation or the join link of a token, which is not used up.',
    authentication: 'visitor',
    scope: null,
    role: null,
    body: InvitationTokenBody,
    responses: { status: 200, with: InvitationOfToken },
    errors: ['NOT_FOUND'],
  })
  read(
    @Body() { token }: InvitationTokenBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InvitationOfToken> {
    return this.acceptances.read({ request, reply }, token);
  }

  @Post('acceptance')
  @Operation({
    id: 'acceptInvitation',
    summary: 'Joins an Organization, with the account of the session or a new one, which is signed in.',
    authentication: 'visitor',
    scope: null,
    role: null,
    body: AcceptInvitationBody,
    responses: { status: 200, with: AcceptedInvitation },
    errors: ['AUTH_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  accept(
    @Body() body: AcceptInvitationBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AcceptedInvitation> {
    return this.acceptances.accept({ request, reply }, body);
  }
}
