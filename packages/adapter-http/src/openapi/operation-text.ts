import type { AnyErrorCode } from '@worktrack/application';
import { STATUS } from '../reply/errors.js';
import type { TaggedResource } from '../reply/etag.js';
import type { OperationPolicy } from '../run/policy.js';
import { REMEDIES } from './refusals.js';

/** Codes of every operation with a token. The shared error responses describe them. */
const EVERYWHERE: ReadonlySet<AnyErrorCode> = new Set([
  'AUTH_REQUIRED',
  'INVALID_TOKEN',
  'RATE_LIMITED',
  'VALIDATION_ERROR',
  'INTERNAL_ERROR',
]);

/** Describes an operation: its own text, then what follows from its policy. `codes` are all that it can respond with. */
export function operationText(policy: OperationPolicy, method: string, codes: readonly AnyErrorCode[]): string {
  const own = codes.filter((code) => !EVERYWHERE.has(code)).sort((a, b) => STATUS[a] - STATUS[b]);
  const refusals = [...new Set(own)].map((code) => `- ${STATUS[code]} \`${code}\`: ${REMEDIES[code]}`);
  return [
    policy.description,
    `**Who:** ${callersOf(policy)}`,
    `**Repeating:** ${repeatingOf(policy, method)}`,
    ...(refusals.length > 0 ? [`**Refusals:** those of every operation, and\n\n${refusals.join('\n')}`] : []),
  ].join('\n\n');
}

function callersOf({ authentication, scope, role, authorOnly, uploaderOrAdmin, wholeOrganization }: OperationPolicy) {
  if (authentication === 'none') return 'anybody, without a token.';
  const token = scope === null ? 'any valid token' : `a token with the scope \`${scope}\``;
  const whole = wholeOrganization ? ', for the whole Organization' : '';
  if (authorOnly) return `${token} of the author. No role replaces this.`;
  if (uploaderOrAdmin) return `${token} of the person who uploaded the file, or of an administrator.`;
  if (role === null) return `${token}${whole}. The operation reaches no more than the token covers.`;
  return `${token}${whole}. Least role in the Organization: ${role}.`;
}

const RESOURCES: Readonly<Record<TaggedResource, string>> = {
  wi: 'Work Item',
  sprint: 'Sprint',
  org: 'Organization',
  project: 'Project',
  label: 'label',
  saved: 'saved Sprint report',
  view: 'saved view',
  webhook: 'webhook',
};

function repeatingOf({ ifMatch, idempotencyKey }: OperationPolicy, method: string): string {
  const keyed =
    'The same request with the same `Idempotency-Key` has no second effect for 24 hours, and gets the first response again: later changes and a deletion are not in it.';
  const tagged =
    ifMatch &&
    `\`If-Match\` is the \`ETag\` of the ${RESOURCES[ifMatch]} that you read; \`*\` overwrites what others changed.`;
  if (idempotencyKey === 'required') return [keyed, tagged].filter(Boolean).join(' ');
  if (idempotencyKey === 'optional' && tagged) {
    return `${tagged} Without an \`Idempotency-Key\`, a repeat with the old \`ETag\` is refused. ${keyed}`;
  }
  if (idempotencyKey === 'optional') return `Without an \`Idempotency-Key\` a repeat gets 404. ${keyed}`;
  return method === 'GET' ? 'Safe: it changes nothing.' : 'Safe: it changes nothing, and needs no `Idempotency-Key`.';
}
