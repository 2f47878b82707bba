import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { refuse } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { Open } from '../pipeline/operation.js';
import { ApiSettings } from '../settings.js';
import { encodingFor } from './encoding.js';
import { fileHeaders } from './security-headers.js';
import { WebApplication } from './web-application.js';

/** The name of an asset has the hash of its content: it never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const FOR_AN_HOUR = 'public, max-age=3600';

/** The files that the page loads, from memory. */
@Controller()
export class AssetsController {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly application: WebApplication,
    { baseUrl }: ApiSettings,
  ) {
    this.headers = fileHeaders(baseUrl);
  }

  @Get('assets/:name')
  @Open()
  asset(
    @Param('name') name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer {
    return this.file(`/assets/${name}`, FOR_EVER, accepted, reply);
  }

  @Get('favicon.svg')
  @Open()
  favicon(@Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return this.file('/favicon.svg', FOR_AN_HOUR, undefined, reply);
  }

  @Get('manifest.webmanifest')
  @Open()
  manifest(@Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return this.file('/manifest.webmanifest', FOR_AN_HOUR, undefined, reply);
  }

  @Get('robots.txt')
  @Open()
  robots(@Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return this.file('/robots.txt', FOR_AN_HOUR, undefined, reply);
  }

  private file(path: string, cacheControl: string, accepted: string | undefined, reply: FastifyReply): Buffer {
    const file = this.application.files.get(path) ?? refuse('NOT_FOUND');
    const encoding = encodingFor(accepted, file);
    void reply.headers({ ...this.headers, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' }).type(file.type);
    if (encoding) void reply.header('Content-Encoding', encoding);
    return (encoding === undefined ? undefined : encoding === 'br' ? file.br : file.gzip) ?? file.bytes;
  }
}
