import { ApiSchema } from '@nestjs/swagger';
import { MOST_MOVED, type MoveWorkItems, type WorkItemReference } from '@worktrack/application';
import { ListOf, Parsed, SchemaRule, type Ruled } from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';
import { parseWorkItemReference } from '../work-item/work-item.requests.js';

const REFERENCE = 'a UUID or a Work Item key';

const Anchor = (description: string) =>
  Parsed(parseWorkItemReference, REFERENCE, SCHEMA.workItemReference, { optional: true, nullable: true, description });

@ApiSchema({ description: 'Work Items of a Project, and their new place: either `before` or `after`.' })
@SchemaRule({ oneOf: [{ required: ['before'] }, { required: ['after'] }] })
export class MoveWorkItemsBody implements Ruled {
  @ListOf(parseWorkItemReference, REFERENCE, { least: 1, most: MOST_MOVED }, SCHEMA.workItemReference, {
    description: 'Their ids or keys, in the order that they have afterwards. Each is named once.',
  })
  workItems!: readonly WorkItemReference[];

  @Anchor('The Work Item that follows them; `null`: none, they go to the end.') before?: WorkItemReference | null;
  @Anchor('The Work Item that they follow; `null`: none, they go to the start.') after?: WorkItemReference | null;

  problems(): Readonly<Record<string, readonly string[]>> | undefined {
    if ((this.before === undefined) !== (this.after === undefined)) return undefined;
    const problem = ['must be given, or the other way to name the place, and not both'];
    return { before: problem, after: problem };
  }

  toCommand(): MoveWorkItems {
    const { workItems, before, after } = this;
    const to =
      before === undefined
        ? ({ side: 'after', anchor: after ?? null } as const)
        : ({ side: 'before', anchor: before } as const);
    return { workItems, to };
  }
}
