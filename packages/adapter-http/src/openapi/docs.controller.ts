import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { refuse } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { Open } from '../pipeline/operation.js';
import { ApiSettings } from '../settings.js';
import { sourcesIn } from '../web/security-headers.js';

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
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

/** The start script, served as a file: the page's CSP allows no inline script. */
const START = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
`;

/** Headers of the page and its files. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Returns the policy of the page. Swagger UI needs inline styles and `data:` images. The page runs scripts of its own folder, loads from and
 * sends to this origin only, and no other page may show it in a frame.
 */
function policyOf(files: string): string {
  return [
    "default-src 'none'",
    `script-src ${files}`,
    "worker-src 'none'",
    `style-src ${files} 'unsafe-inline'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Swagger UI over `openapi.json`, with assets from this server only. */
@Controller('api/docs')
export class DocsController {
  constructor(private readonly settings: ApiSettings) {}

  @Get()
  @Open()
  page(@Headers('host') host: string | undefined, @Res({ passthrough: true }) reply: FastifyReply): string {
    const policy = policyOf(sourcesIn('/api/docs/', this.settings.baseUrl, host));
    void reply.headers({ ...HEADERS, 'Content-Security-Policy': policy }).type('text/html; charset=utf-8');
    return PAGE;
  }

  @Get('start.js')
  @Open()
  start(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers(HEADERS).type('text/javascript; charset=utf-8');
    return START;
  }

  @Get(':asset')
  @Open()
  async asset(@Param('asset') asset: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    // Only names in `TYPES` reach the file system.
    const type = Object.hasOwn(TYPES, asset) ? TYPES[asset] : undefined;
    void reply.headers(HEADERS).type(type ?? refuse('NOT_FOUND'));
    return readFile(path.join(ASSETS, asset));
  }
}
