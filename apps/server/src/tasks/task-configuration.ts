import { Injectable } from '@nestjs/common';
import { readConfiguration, type Configuration } from '../config.js';

/** Provides the configuration to tasks. It is read at first use: help and usage errors do without it. */
@Injectable()
export class TaskConfiguration {
  private configuration: Configuration | undefined;

  /** Throws `ConfigurationError`. */
  read(): Configuration {
    return (this.configuration ??= readConfiguration());
  }
}
