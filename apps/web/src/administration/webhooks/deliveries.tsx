import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { More } from '../../parts/more.js';
import { Skeleton } from '../../parts/skeleton.js';
import { ago, fullTime } from '../../shell/days.js';
import { notify, notifyRefusal } from '../../shell/notices.js';
import { Refused } from '../../shell/refused.js';
import {
  useDeadLetters,
  useDeliveries,
  useEvent,
  useFreshDeliveries,
  useRedeliver,
  type DeadLetter,
  type Delivery,
  type Webhook,
  type WebhookPlace,
} from './webhooks.js';
import { wordsOfOutcome, wordsOfType } from './words.js';
import styles from './webhooks.module.css';

interface DeliveriesDialogProps {
  readonly organization: string;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The attempts of a webhook with their events, and the events that were refused. */
export function DeliveriesDialog({ organization, webhook: { id, name }, onClose }: DeliveriesDialogProps) {
  const place = { organization, webhookId: id };
  useFreshDeliveries(place);
  return (
    <Dialog title={`Deliveries of ${name}`} place="wide" onClose={onClose}>
      <DeadLetters place={place} />
      <Attempts place={place} />
    </Dialog>
  );
}

interface ListProps {
  readonly place: WebhookPlace;
}

/** Shows nothing where no event was refused. */
function DeadLetters({ place }: ListProps) {
  const { items, hasMore, isReadingMore, more } = useDeadLetters(place);
  if (!items || items.length === 0) return null;
  return (
    <section aria-label="Refused events" class={styles.part}>
      <h3>Refused events</h3>
      <p class={styles.muted}>The receiver refused each of these five times. The events after them were sent.</p>
      <ul class={styles.attempts}>
        {items.map((letter) => (
          <Letter key={letter.eventId} place={place} letter={letter} />
        ))}
      </ul>
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
    </section>
  );
}

function Letter({
  place,
  letter: { eventId, type, at, attempts, status, isRequested },
}: ListProps & { letter: DeadLetter }) {
  const redelivering = useRedeliver(place, eventId);
  const send = () => {
    redelivering.makeAsync(undefined).then(() => {
      notify('The event is sent once more.');
    }, notifyRefusal);
  };
  return (
    <li class={styles.attempt}>
      <Facts type={type} at={at}>
        {wordsOfOutcome({ outcome: 'refused', status })} · {attempts} attempts
      </Facts>
      <Button
        aria-disabled={isRequested || redelivering.isPending}
        onClick={() => {
          if (!isRequested && !redelivering.isPending) send();
        }}
      >
        {isRequested ? 'Sending …' : 'Send again'}
      </Button>
      <Payload organization={place.organization} eventId={eventId} />
    </li>
  );
}

function Attempts({ place }: ListProps) {
  const { items, error, refetch, hasMore, isReadingMore, more } = useDeliveries(place);
  return (
    <section aria-label="Attempts" class={styles.part}>
      <h3>Attempts</h3>
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && <Skeleton label="Loading the attempts" lines={4} />}
      {items?.length === 0 && <p class={styles.muted}>Nothing was sent in the last 14 days.</p>}
      {items && items.length > 0 && (
        <ul class={styles.attempts}>
          {items.map((delivery) => (
            <Attempt key={delivery.id} organization={place.organization} delivery={delivery} />
          ))}
        </ul>
      )}
      {hasMore && <More isLoading={isReadingMore} onMore={more} />}
    </section>
  );
}

function Attempt({ organization, delivery }: { readonly organization: string; readonly delivery: Delivery }) {
  const { type, at, attempt, milliseconds, outcome, eventId } = delivery;
  return (
    <li class={styles.attempt}>
      <Facts type={type} at={at} isFailed={outcome !== 'delivered'}>
        {wordsOfOutcome(delivery)} · {milliseconds} ms{attempt > 1 && ` · attempt ${attempt}`}
      </Facts>
      {type !== 'webhook.ping' && <Payload organization={organization} eventId={eventId} />}
    </li>
  );
}

interface FactsProps {
  readonly type: Delivery['type'];
  readonly at: string;
  readonly isFailed?: boolean;
  readonly children: ComponentChildren;
}

const Facts = ({ type, at, isFailed = false, children }: FactsProps) => (
  <div class={styles.facts}>
    <p class={styles.name}>{wordsOfType(type)}</p>
    <p class={isFailed ? styles.failed : styles.muted}>
      {children} ·{' '}
      <time dateTime={at} title={fullTime(at)}>
        {ago(at)}
      </time>
    </p>
  </div>
);

/** The event as JSON, read when it is opened. */
function Payload({ organization, eventId }: { readonly organization: string; readonly eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class={styles.payload}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>Event</summary>
      {isOpen && <Json organization={organization} eventId={eventId} />}
    </details>
  );
}

function Json({ organization, eventId }: { readonly organization: string; readonly eventId: string }) {
  const { data, error } = useEvent(organization, eventId);
  if (error) return <p class={styles.muted}>You cannot see this event, or it is kept no longer.</p>;
  if (!data) return <Skeleton label="Loading the event" lines={4} />;
  return (
    <pre class={styles.json} tabIndex={0} aria-label="The event as JSON">
      {JSON.stringify(data, undefined, 2)}
    </pre>
  );
}
