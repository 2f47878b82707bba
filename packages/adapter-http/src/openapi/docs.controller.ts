import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { refuse } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { Open } from '../run/operation.js';
import { ApiSettings } from '../settings.js';
import { sourcesIn } from '../web/security-headers.js';
import { bytesOf, FOR_EVER } from '../web/send-file.js';
import { ReferencePage } from './reference-page.js';

/** Headers of the page and its files. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Returns the policy of the page. The component needs inline styles and `data:` images, and shows an image of a response by a `blob:`. The page runs scripts of its own folder, loads from and
 * sends to this origin only, and no other page can show it in a frame.
 */
function policyOf(files: string): string {
  return [
    "default-src 'none'",
    `script-src ${files}`,
    "worker-src 'none'",
    `style-src ${files} 'unsafe-inline'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The reference of the API: `openapi.json` and the guides as a page, with files of this server only. */
@Controller('api/docs')
export class DocsController {
  constructor(
    private readonly reference: ReferencePage,
    private readonly settings: ApiSettings,
  ) {}

  @Get()
  @Open()
  page(@Headers('host') host: string | undefined, @Res({ passthrough: true }) reply: FastifyReply): string {
    const policy = policyOf(sourcesIn('/api/docs/', this.settings.baseUrl, host));
    void reply.headers({ ...HEADERS, 'Content-Security-Policy': policy }).type('text/html; charset=utf-8');
    return this.reference.page;
  }

  @Get(':file')
  @Open()
  file(
    @Param('file') name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer {
    const file = this.reference.files.get(name) ?? refuse('NOT_FOUND');
    // The name of a guide has no hash: it can change with the next release.
    const isGuide = name.endsWith('.md');
    return bytesOf(file, accepted, reply, isGuide ? HEADERS : { ...HEADERS, 'Cache-Control': FOR_EVER });
  }
}
