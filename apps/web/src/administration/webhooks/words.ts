import type { Delivery, Webhook, WebhookInput } from './webhooks.js';

type EventType = NonNullable<WebhookInput['types']>[number];

/** The types of events, in the order of the form. */
export const EVENT_TYPES: readonly EventType[] = [
  'work_item.created',
  'work_item.updated',
  'work_item.archived',
  'work_item.unarchived',
  'work_item.deleted',
  'work_item.restored',
  'comment.created',
  'comment.edited',
  'comment.deleted',
  'link.created',
  'link.deleted',
  'attachment.created',
  'attachment.deleted',
  'label.created',
  'sprint.created',
  'sprint.started',
  'sprint.completed',
  'project.created',
  'project.updated',
  'project.archived',
  'project.unarchived',
  'member.added',
  'member.changed',
  'member.removed',
];

const SUBJECTS: Readonly<Record<string, string>> = { work_item: 'Work Item', sprint: 'Sprint', project: 'Project' };

/** A type in words: `Work Item created`. */
export function wordsOfType(type: EventType | Delivery['type']): string {
  const [subject = '', verb = ''] = type.split('.');
  if (subject === 'webhook') return 'Ping';
  const words = SUBJECTS[subject] ?? subject;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${verb}`;
}

const REASONS: Readonly<Record<NonNullable<Webhook['pausedReason']>, string>> = {
  user: 'Paused',
  failing: 'Paused after three days of failures',
  gone: 'Paused: the receiver wants no more events (410)',
  owner_lost_access: 'Paused: its owner is not an administrator any more',
  events_expired: 'Paused: its next events are kept no longer',
};

/** The state of a webhook in words. */
export function wordsOfState({ state, pausedReason }: Pick<Webhook, 'state' | 'pausedReason'>): string {
  if (pausedReason !== null) return REASONS[pausedReason];
  return state === 'active' ? 'Active' : 'Failing, next attempt:';
}

const OUTCOMES: Readonly<Record<Delivery['outcome'], string>> = {
  delivered: 'Delivered',
  refused: 'Refused',
  unavailable: 'Not available',
  gone: 'Gone',
  timed_out: 'No response in 15 seconds',
  no_connection: 'No connection',
  address_refused: 'The address is not public',
  event_expired: 'The event is kept no longer',
};

/** The result of an attempt in words, with the status of the response. */
export const wordsOfOutcome = ({ outcome, status }: Pick<Delivery, 'outcome' | 'status'>): string =>
  status === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]} (${status})`;
