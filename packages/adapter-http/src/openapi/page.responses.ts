import type { PageInfo } from '@worktrack/application';
import { Shows } from './shows.js';

export class Page implements PageInfo {
  @Shows.integer(1) readonly limit!: number;
  @Shows.flag() readonly hasMore!: boolean;
  @Shows.text({ nullable: true }) readonly nextCursor!: string | null;
}
