import { Injectable, type DynamicModule } from '@nestjs/common';
import { Logger, LoggerModule, type Params } from 'nestjs-pino';
import type { ServerLogger } from './logging.js';

/** Writes Nest's messages. Its messages about each module and route at start have the level debug. */
@Injectable()
class NestLog extends Logger {
  override log(message: unknown, ...more: unknown[]): void {
    this.debug(message, ...more);
  }
}

/**
 * The module of nestjs-pino over the log of this process. Without routes, no middleware of it runs on a request: the pipeline of the
 * API writes the access line.
 * @param open called once, when the module is created
 */
export function logModule(open: () => ServerLogger): DynamicModule {
  return LoggerModule.forRootAsync({
    useFactory: (): Params => ({ pinoHttp: { logger: open() }, useExisting: true, forRoutes: [] }),
    providers: [{ provide: Logger, useClass: NestLog }],
  });
}
