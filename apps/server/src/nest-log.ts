import { Logger, PinoLogger } from 'nestjs-pino';
import type { ServerLogger } from './logging.js';

/** Nest's own words as lines of the one log. What it tells of every module and route at the start is for debugging. */
export class NestLog extends Logger {
  constructor(logger: ServerLogger) {
    // Constructed here, not by the module of nestjs-pino: that one would put a middleware before every route.
    super(new PinoLogger({ pinoHttp: { logger } }), {});
  }

  override log(message: unknown, ...more: unknown[]): void {
    this.debug(message, ...more);
  }
}
