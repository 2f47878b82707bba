import { ApiSchema } from '@nestjs/swagger';
import type { CreateLink, WorkItemReference } from '@worktrack/application';
import { LINK_RELATIONS, WorkItemKey, type LinkRelation, type WorkItemId } from '@worktrack/domain';
import { OneOf, Parsed, SchemaRule, Text, type Ruled } from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';
import { parseUuid } from '../body/uuid.js';

/** contract §4, B-link-create: the relation, and exactly one of the two other members. */
@ApiSchema({ description: 'A link to create: the relation, and either `targetKey` or `targetId`.' })
@SchemaRule({ minProperties: 2, maxProperties: 2 })
export class CreateLinkBody implements Ruled {
  @OneOf(LINK_RELATIONS, { description: 'The relation, seen from the Work Item in the path.' }) relation!: LinkRelation;

  /** Any text: one that is not a key is `NOT_FOUND`. */
  @Text(
    { least: 1, most: 50 },
    { optional: true, description: 'The key of the Work Item at the other end, of any Project of the Organization.' },
  )
  targetKey?: string;

  @Parsed(parseUuid, 'a UUID', SCHEMA.uuid, {
    optional: true,
    description: 'The id of the Work Item at the other end.',
  })
  targetId?: WorkItemId;

  problems(): Readonly<Record<string, readonly string[]>> | undefined {
    if ((this.targetKey === undefined) !== (this.targetId === undefined)) return undefined;
    const problem = ['exactly one of targetKey and targetId must be given'];
    return { targetKey: problem, targetId: problem };
  }

  toCommand(workItemId: WorkItemId): CreateLink {
    return { workItemId, relation: this.relation, target: this.target() };
  }

  private target(): WorkItemReference | undefined {
    if (this.targetId !== undefined) return { kind: 'id', id: this.targetId };
    const key = WorkItemKey.parse(this.targetKey ?? '');
    return key && { kind: 'key', ...key };
  }
}
