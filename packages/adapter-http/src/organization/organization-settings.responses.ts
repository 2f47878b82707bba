import { ApiSchema } from '@nestjs/swagger';
import type { OrganizationSettingsView } from '@worktrack/application';
import type { OrganizationId, Slug, TimeZone } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'An Organization as its administrators see it.' })
export class OrganizationSettings implements OrganizationSettingsView {
  @Shows.uuid({ description: 'The id of the Organization. It never changes.' }) readonly id!: OrganizationId;
  @Shows.text() readonly slug!: Slug;
  @Shows.text({ description: 'The name of the Organization.' }) readonly name!: string;
  @Shows.text({ nullable: true, description: 'A text about the Organization; `null`: not given.' })
  readonly description!: string | null;
  @Shows.text({ description: 'The IANA time zone of its days.' }) readonly timeZone!: TimeZone;
  @Shows.instant({
    nullable: true,
    description:
      'The instant from which the server deletes it with all that it holds; `null`: it is not to be removed. It is suspended until then.',
  })
  readonly removalDueAt!: string | null;
  @Shows.integer(1) readonly revision!: number;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}
