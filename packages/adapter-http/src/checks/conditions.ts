import { refuse, type IdempotencyKey } from '@worktrack/application';
import type { ExpectedRevision } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Conditions } from '../run/context.js';
import { refuseFields } from '../reply/errors.js';
import { etagOf, ifMatchPattern, revisionOf, type TaggedResource } from '../reply/etag.js';
import type { OperationPolicy } from '../run/policy.js';

export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9._:-]{8,128}$';

/** Reads the conditions of a mutation from its headers, in the order of contract §1.6: the key, then the precondition. */
export function conditionsOf(request: FastifyRequest, reply: FastifyReply, policy: OperationPolicy): Conditions {
  return {
    context: request.context,
    reply,
    key: idempotencyKey(request, policy),
    expected: policy.ifMatch ? expectedRevision(request, policy.ifMatch) : '*',
  };
}

const KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);
const KEY_RULE = 'must have 8 to 128 characters, each a letter of A to Z or a to z, a digit or one of . _ : -';

/** Two header lines arrive joined by a comma, which the pattern refuses. */
function idempotencyKey({ headers }: FastifyRequest, policy: OperationPolicy): IdempotencyKey | undefined {
  if (!policy.idempotencyKey) return undefined;
  const key = String(headers['idempotency-key'] ?? '');
  if (key === '') {
    if (policy.idempotencyKey === 'optional') return undefined;
    refuse('IDEMPOTENCY_KEY_REQUIRED', 'This operation needs an Idempotency-Key.');
  }
  if (!KEY.test(key)) refuseFields({ 'Idempotency-Key': [KEY_RULE] });
  return key as IdempotencyKey;
}

function expectedRevision({ headers }: FastifyRequest, resource: TaggedResource): ExpectedRevision {
  const tag = headers['if-match'] ?? '';
  if (tag === '') refuse('PRECONDITION_REQUIRED', 'This operation needs an If-Match.');
  if (tag === '*') return '*';
  if (!new RegExp(ifMatchPattern(resource)).test(tag)) {
    const example = etagOf(resource, 3);
    refuseFields({
      'If-Match': [`must be * or one ETag of this resource, quotes included and without W/, such as ${example}`],
    });
  }
  return revisionOf(resource, tag);
}
