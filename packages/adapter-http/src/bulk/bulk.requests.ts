import { ApiSchema } from '@nestjs/swagger';
import {
  bulkCreation,
  bulkTransition,
  bulkUpdate,
  isRefusal,
  refusal,
  type BulkTarget,
  type CheckedOperation,
  type Refusal,
} from '@worktrack/application';
import { ProjectKey, WorkItemKey, type ExpectedRevision } from '@worktrack/domain';
import { readBody } from '../body/body.pipe.js';
import { refuseFields } from '../reply/errors.js';
import { Each, Integer, Nested, OneOf, SchemaRule, Text } from '../body/fields.js';
import { isPlainObject } from '../body/json.js';
import { CreateWorkItemBody, TransitionWorkItemBody, UpdateWorkItemBody } from '../work-item/work-item.requests.js';

/** The most operations of a bulk request. */
export const MOST_OPERATIONS = 50;
const OPERATIONS = { least: 1, most: MOST_OPERATIONS };
const KEY = { least: 1, most: 50 };
const PROJECT_KEY = { least: 1, most: 10 };
const REVISION = { least: 1, most: Number.MAX_SAFE_INTEGER };

/** The protection of operations against lost updates (contract §1.3). */
const CONCURRENCY = ['require-revision', 'last-write-wins'] as const;
type Concurrency = (typeof CONCURRENCY)[number];

/** contract §4: an operation names its revision, unless the last write wins. */
const REVISION_RULE = {
  if: { properties: { concurrency: { const: 'last-write-wins' } }, required: ['concurrency'] },
  then: { properties: { operations: { items: { not: { required: ['revision'] } } } } },
  else: { properties: { operations: { items: { required: ['revision'] } } } },
};

/** A bulk request as it is run and recorded. */
export interface BulkCommand {
  readonly operations: readonly CheckedOperation[];
  /** The request's identity: each operation as it would be stored, one that is refused as it was sent. */
  readonly identity: object;
}

/** One operation as it is run, and its part of the request's identity. */
interface ReadOperation {
  readonly operation: CheckedOperation;
  readonly identity: unknown;
}

/** contract §4, B-bulk-create: an operation is a Work Item to create, and where. */
@ApiSchema({ description: 'A Work Item to create, and its Project.' })
class BulkCreateOperation extends CreateWorkItemBody {
  @Text(PROJECT_KEY) projectKey!: string;
}

@ApiSchema({ description: 'Work Items to create, each on its own.' })
export class BulkCreateBody {
  @Each(BulkCreateOperation, OPERATIONS, { description: 'The Work Items, in the order in which they are created.' })
  operations!: readonly unknown[];

  toCommand(): BulkCommand {
    return commandOf(this.operations, {}, (json) => {
      const body = read(BulkCreateOperation, json);
      const projectKey = ProjectKey.parse(body.projectKey);
      const command = body.toCommand();
      return {
        operation: bulkCreation(projectKey, command),
        identity: { ...command, projectKey: projectKey ?? body.projectKey },
      };
    });
  }
}

/** contract §4, B-bulk-update. */
@ApiSchema({ description: 'A change of one Work Item.' })
class BulkUpdateOperation {
  @Text(PROJECT_KEY) projectKey!: string;
  @Text(KEY) workItemKey!: string;
  @Integer(REVISION, {
    optional: true,
    description: 'The revision that the change was made for. Only with `require-revision`, and required there.',
  })
  revision?: number;
  @Nested(UpdateWorkItemBody, { description: 'The members to change.' }) changes!: UpdateWorkItemBody;
}

@ApiSchema({ description: 'Changes of several Work Items, each on its own.' })
@SchemaRule(REVISION_RULE)
export class BulkUpdateBody {
  @OneOf(CONCURRENCY, { optional: true, default: 'require-revision' }) concurrency?: Concurrency;
  @Each(BulkUpdateOperation, OPERATIONS, { description: 'The changes, in the order in which they are made.' })
  operations!: readonly unknown[];

  toCommand(): BulkCommand {
    const { concurrency = 'require-revision' } = this;
    return commandOf(this.operations, { concurrency }, (json) => {
      const body = read(BulkUpdateOperation, json);
      const target = targetOf(body, concurrency);
      const change = body.changes.toChange();
      return { operation: bulkUpdate(target, change), identity: { ...change, ...identityOf(target, body) } };
    });
  }
}

/** contract §4, B-bulk-transition. */
@ApiSchema({ description: 'A move of one Work Item to another status.' })
class BulkTransitionOperation extends TransitionWorkItemBody {
  @Text(PROJECT_KEY) projectKey!: string;
  @Text(KEY) workItemKey!: string;
  @Integer(REVISION, {
    optional: true,
    description: 'The revision that the move was made for. Only with `require-revision`, and required there.',
  })
  revision?: number;
}

@ApiSchema({ description: 'Moves of several Work Items to other statuses, each on its own.' })
@SchemaRule(REVISION_RULE)
export class BulkTransitionBody {
  @OneOf(CONCURRENCY, { optional: true, default: 'require-revision' }) concurrency?: Concurrency;
  @Each(BulkTransitionOperation, OPERATIONS, { description: 'The moves, in the order in which they are made.' })
  operations!: readonly unknown[];

  toCommand(): BulkCommand {
    const { concurrency = 'require-revision' } = this;
    return commandOf(this.operations, { concurrency }, (json) => {
      const body = read(BulkTransitionOperation, json);
      const { targetStatus } = body;
      const target = targetOf(body, concurrency);
      return {
        operation: bulkTransition(target, targetStatus),
        identity: { targetStatus, ...identityOf(target, body) },
      };
    });
  }
}

function commandOf(
  operations: readonly unknown[],
  mode: { readonly concurrency?: Concurrency },
  readOne: (json: unknown) => ReadOperation,
): BulkCommand {
  const read = operations.map((json) => readOrRefused(() => readOne(json), json));
  return {
    operations: read.map(({ operation }) => operation),
    identity: { ...mode, operations: read.map(({ identity }) => identity) },
  };
}

function readOrRefused(read: () => ReadOperation, json: unknown): ReadOperation {
  try {
    return read();
  } catch (error) {
    if (isRefusal(error)) return { operation: { refusal: error }, identity: json };
    throw error;
  }
}

/** Throws `VALIDATION_ERROR` naming what is wrong with one operation. */
function read<Body extends object>(bodyClass: new () => Body, json: unknown): Body {
  return isPlainObject(json) ? readBody(bodyClass, json) : refuseFields({ body: ['must be an object'] });
}

/** Replaces the members of a refusal by their paths in the request. */
export function withPaths({ code, message, more }: Refusal, prefix: string): Refusal {
  const { fieldErrors } = more;
  if (!fieldErrors) return refusal(code, message, more);
  const paths = Object.entries(fieldErrors).map(([path, problems]) => [
    path === 'body' ? prefix : `${prefix}.${path}`,
    problems,
  ]);
  // `body` would be the whole request.
  const sentence = fieldErrors.body ? `${prefix} ${fieldErrors.body.join(', ')}.` : message;
  return refusal(code, sentence, { ...more, fieldErrors: Object.fromEntries(paths) as typeof fieldErrors });
}

interface Named {
  readonly projectKey: string;
  readonly workItemKey: string;
  readonly revision?: number;
}

function targetOf({ projectKey, workItemKey, revision }: Named, concurrency: Concurrency): BulkTarget {
  const expected = expectedOf(revision, concurrency);
  return { projectKey: ProjectKey.parse(projectKey), workItemKey: WorkItemKey.parse(workItemKey), expected };
}

/** The identity of a target: its keys as they are stored, or as they were sent where they cannot be keys, and its revision. */
function identityOf({ projectKey, workItemKey, expected }: BulkTarget, sent: Named): object {
  return { expected, projectKey: projectKey ?? sent.projectKey, workItemKey: workItemKey ?? sent.workItemKey };
}

function expectedOf(revision: number | undefined, concurrency: Concurrency): ExpectedRevision {
  if (concurrency === 'last-write-wins') {
    if (revision !== undefined) refuseFields({ revision: ['must not be given with last-write-wins'] });
    return '*';
  }
  return revision ?? refuseFields({ revision: ['is required with require-revision'] });
}
