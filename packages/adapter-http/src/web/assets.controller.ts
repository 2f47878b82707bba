import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { refuse } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { Open } from '../run/operation.js';
import { ApiSettings } from '../settings.js';
import { EarlierFiles } from './earlier-files.js';
import { fileHeaders } from './security-headers.js';
import { bytesOf, FOR_EVER } from './send-file.js';
import { WebApplication, type WebFile } from './web-application.js';

const FOR_AN_HOUR = 'public, max-age=3600';

/** The files that the page loads, from memory; those of other releases come from the database. */
@Controller()
export class AssetsController {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly application: WebApplication,
    private readonly earlier: EarlierFiles,
    { baseUrl }: ApiSettings,
  ) {
    this.headers = fileHeaders(baseUrl);
  }

  @Get('assets/:name')
  @Open()
  async asset(
    @Param('name') name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const file = this.application.files.get(`/assets/${name}`) ?? (await this.earlier.find(name));
    return this.sent(file, FOR_EVER, accepted, reply);
  }

  /** It sees every request of the page: it loads no code, and speaks to this server alone. */
  @Get('service-worker.js')
  @Open()
  serviceWorker(@Res({ passthrough: true }) reply: FastifyReply): Buffer {
    void reply.header('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
    return this.sent(this.application.files.get('/service-worker.js'), 'no-cache', undefined, reply);
  }

  @Get('favicon.svg')
  @Open()
  favicon(@Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return this.changing('/favicon.svg', reply);
  }

  @Get('manifest.webmanifest')
  @Open()
  manifest(@Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return this.changing('/manifest.webmanifest', reply);
  }

  @Get('robots.txt')
  @Open()
  robots(@Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return this.changing('/robots.txt', reply);
  }

  private changing(path: string, reply: FastifyReply): Buffer {
    return this.sent(this.application.files.get(path), FOR_AN_HOUR, undefined, reply);
  }

  private sent(
    file: WebFile | undefined,
    cacheControl: string,
    accepted: string | undefined,
    reply: FastifyReply,
  ): Buffer {
    const headers = { ...this.headers, 'Cache-Control': cacheControl };
    return bytesOf(file ?? refuse('NOT_FOUND'), accepted, reply, headers);
  }
}
