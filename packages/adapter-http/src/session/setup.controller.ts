import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../run/operation.js';
import { SetUpBody, SetupTokenBody } from './session.requests.js';
import { Session } from './session.responses.js';
import { Setups } from './setups.js';
import { ShownSessions } from './shown-sessions.js';

/** Operations for the person who starts a server for the first time. */
@Controller('api/setup')
export class SetupController {
  constructor(
    private readonly setups: Setups,
    private readonly shown: ShownSessions,
  ) {}

  @Post('check')
  @Operation({
    id: 'checkSetupLink',
    summary: 'Says that a link sets the server up, and does not use it up.',
    authentication: 'visitor',
    scope: null,
    role: null,
    body: SetupTokenBody,
    responses: { status: 204, with: null },
    errors: ['NOT_FOUND'],
  })
  check(
    @Body() { token }: SetupTokenBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.setups.check({ request, reply }, token);
  }

  @Post()
  @Operation({
    id: 'setUp',
    summary: 'Makes the first account, which is signed in, and the Organization that it owns.',
    authentication: 'visitor',
    scope: null,
    role: null,
    body: SetUpBody,
    responses: { status: 200, with: Session },
    errors: ['NOT_FOUND'],
  })
  async setUp(
    @Body() body: SetUpBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Session> {
    return this.shown.of(await this.setups.setUp({ request, reply }, body));
  }
}
