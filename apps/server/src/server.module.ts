import { Module, type DynamicModule } from '@nestjs/common';
import { PortsModule } from '@worktrack/adapter-http';
import type { Ports } from '@worktrack/application';
import { logModule } from './log.module.js';
import type { ServerLogger } from './logging.js';

/** The modules that the API is built on: the ports of the application, and the log. */
@Module({})
export class ServerModule {
  static of(ports: Ports, log: ServerLogger): DynamicModule {
    return { module: ServerModule, imports: [PortsModule.of(ports), logModule(() => log)] };
  }
}
