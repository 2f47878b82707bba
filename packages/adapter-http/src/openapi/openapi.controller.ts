import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Operation } from '../pipeline/operation.js';
import { PublishedDocument } from './published-document.js';
import { JSON_TYPE } from '../pipeline/json-type.js';

@Controller('api/v1')
export class OpenApiController {
  constructor(private readonly published: PublishedDocument) {}

  @Get('openapi.json')
  @Operation({
    id: 'getOpenApi',
    summary: 'This document.',
    authentication: 'none',
    underApp: false,
    scope: null,
    role: null,
    answers: { status: 200, with: 'document' },
  })
  document(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type(JSON_TYPE);
    return this.published.text;
  }
}
