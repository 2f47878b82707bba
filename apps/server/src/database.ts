import type { UnitOfWork } from '@worktrack/application';
import type { Configuration } from './config.js';

export interface DatabaseServer {
  migrate(): Promise<{ applied: string[]; current: string }>;
  status(): Promise<{ current: string | null; pending: string[] }>;
}
export function withDatabaseServer<T>(_c: Configuration, _work: (server: DatabaseServer) => Promise<T>): Promise<T> {
  throw new Error('not yet');
}
export interface Database {
  ports: { get(token: typeof UnitOfWork): UnitOfWork };
}
export function withCurrentDatabase<T>(_c: Configuration, _work: (database: Database) => Promise<T>): Promise<T> {
  throw new Error('not yet');
}
