import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { PORTS, type PortName, type Ports } from '@worktrack/application';

/** Provides the ports of the application to all controllers, each by its injection token. */
@Module({})
export class PortsModule {
  static of(ports: Ports): DynamicModule {
    const names = Object.keys(PORTS) as PortName[];
    const providers = names.map((name): Provider => ({ provide: PORTS[name], useValue: ports[name] }));
    return { module: PortsModule, global: true, providers, exports: providers };
  }
}
