import { Logger, PinoLogger } from 'nestjs-pino';
import type { ServerLogger } from './logging.js';

/** Writes Nest's messages to the process's log. Its messages about each module and route at start have the level debug. */
export class NestLog extends Logger {
  constructor(logger: ServerLogger) {
    // Constructed here, not by the module of nestjs-pino, which would add a middleware to every route.
    super(new PinoLogger({ pinoHttp: { logger } }), {});
  }

  override log(message: unknown, ...more: unknown[]): void {
    this.debug(message, ...more);
  }
}
