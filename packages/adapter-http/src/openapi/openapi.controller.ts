import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Operation } from '../run/operation.js';
import { PublishedDocument } from './published-document.js';
import { JSON_TYPE } from '../reply/json-type.js';
import EXAMPLES from './openapi.examples.json';

@Controller('api/v1')
export class OpenApiController {
  constructor(private readonly published: PublishedDocument) {}

  @Get('openapi.json')
  @Operation({
    id: 'getOpenApi',
    summary: 'This document.',
    description: 'Returns the OpenAPI description of this API. It is the same for every caller.',
    examples: EXAMPLES.getOpenApi,
    authentication: 'none',
    underApp: false,
    scope: null,
    role: null,
    responses: { status: 200, with: 'document' },
  })
  document(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type(JSON_TYPE);
    return this.published.text();
  }
}
