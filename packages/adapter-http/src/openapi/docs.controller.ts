import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { refuse } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { Open } from '../pipeline/operation.js';

const ASSETS = path.dirname(require.resolve('swagger-ui-dist/package.json'));

const TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Worktrack API</title>
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script>
      SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
    </script>
  </body>
</html>
`;

/** Swagger UI over `openapi.json`, with assets from this server only. */
@Controller('api/docs')
export class DocsController {
  @Get()
  @Open()
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.type('text/html; charset=utf-8');
    return PAGE;
  }

  @Get(':asset')
  @Open()
  async asset(@Param('asset') asset: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    // Only names of the list reach the file system.
    const type = Object.hasOwn(TYPES, asset) ? TYPES[asset] : undefined;
    void reply.type(type ?? refuse('NOT_FOUND'));
    return readFile(path.join(ASSETS, asset));
  }
}
