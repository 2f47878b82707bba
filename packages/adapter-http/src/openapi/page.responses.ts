import { ApiSchema } from '@nestjs/swagger';
import type { PageInfo } from '@worktrack/application';
import { Shows } from './shows.js';

@ApiSchema({ description: 'The place of a page in its list.' })
export class Page implements PageInfo {
  @Shows.integer(1, { description: 'The most rows of this page.' }) readonly limit!: number;
  @Shows.flag({ description: '`true`: there is a next page.' }) readonly hasMore!: boolean;
  @Shows.text({ nullable: true, description: 'The `cursor` of the next page; `null`: this is the last one.' })
  readonly nextCursor!: string | null;
}
