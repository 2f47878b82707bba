import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { refuse } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { Open } from '../run/operation.js';
import { ApiSettings } from '../settings.js';
import { fileHeaders } from './security-headers.js';
import { bytesOf, FOR_EVER } from './send-file.js';
import { WebApplication } from './web-application.js';

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
    return bytesOf(file, accepted, reply, { ...this.headers, 'Cache-Control': cacheControl });
  }
}
