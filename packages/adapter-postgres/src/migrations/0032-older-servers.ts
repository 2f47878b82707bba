import type { MigrationInterface, QueryRunner } from 'typeorm';
import { serveOlderServers, stopServingOlderServers } from './older-servers.js';

/** Servers from before migration 25 work on, also where an earlier form of that migration has run, which stopped them. */
export class OlderServers1797811200000 implements MigrationInterface {
  readonly name = '0032-older-servers-1797811200000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await serveOlderServers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await stopServingOlderServers(runner);
  }
}
