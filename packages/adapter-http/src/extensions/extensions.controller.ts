import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Principal } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { MOST_OPERATIONS } from '../bulk/bulk.requests.js';
import { MOST_BODY_BYTES } from '../limits/bounds.js';
import { EXTENSIONS_DOCUMENT, type PublishedDocument } from '../openapi/published-document.js';
import { JSON_TYPE } from '../reply/json-type.js';
import { Caller } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { ApiSettings } from '../settings.js';
import { MyExtensions } from './extensions.responses.js';
import { EXTENSIONS } from './stability.js';

@Controller('api/x')
export class ExtensionsController {
  constructor(
    @Inject(EXTENSIONS_DOCUMENT) private readonly published: PublishedDocument,
    private readonly settings: ApiSettings,
  ) {}

  @Get('openapi.json')
  @Operation({
    id: 'getExtensionsOpenApi',
    stability: 'stable',
    summary: 'This document.',
    description: 'Returns the OpenAPI description of the extensions. It is the same for every caller.',
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

  @Get('me')
  @Operation({
    id: 'getMyExtensions',
    stability: 'stable',
    summary: 'The rights of the credential, and the extensions of this server.',
    description:
      'Shows all scopes of the credential, those that v1 does not know too, the extensions that this server has and its limits. Call it to find out what an agent or a script can do here.',
    scope: null,
    role: null,
    responses: { status: 200, with: MyExtensions },
  })
  mine(@Caller() { token }: Principal): MyExtensions {
    return {
      credentialId: token.id,
      scopes: token.scopes,
      extensions: EXTENSIONS,
      limits: {
        bodyBytes: MOST_BODY_BYTES,
        attachmentBytes: this.settings.attachmentMaxBytes,
        bulkOperations: MOST_OPERATIONS,
      },
    };
  }
}
