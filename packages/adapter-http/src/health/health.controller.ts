import { Controller, Get, Res } from '@nestjs/common';
import { Readiness } from '@worktrack/application';
import type { FastifyReply } from 'fastify';
import { Lifecycle } from '../arrival/lifecycle.js';
import { Open } from '../run/operation.js';

/** The version that the API and its probes report (contract §10.12). */
export const API_VERSION = '1.0.0';

/** The two probes: outside `/api/v1`, for anybody, and in no `openapi.json`. */
@Controller('api')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly lifecycle: Lifecycle,
  ) {}

  /** Reports that this process serves HTTP. Never touches the database. */
  @Get('health')
  @Open({ isProbe: true })
  health() {
    return { status: 'ok', version: API_VERSION, timestamp: new Date().toISOString() };
  }

  @Get('ready')
  @Open({ isProbe: true })
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    if (!this.lifecycle.isDraining && (await this.readiness.isReady())) return { status: 'ready' };
    void reply.code(503);
    return { status: 'unready' };
  }
}
