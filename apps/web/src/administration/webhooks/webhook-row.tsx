import { useState } from 'preact/hooks';
import { sentenceOf } from '../../api/refusal.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { MoreMenu } from '../../parts/menu.js';
import { fullTime } from '../../shell/days.js';
import { notify, notifyRefusal } from '../../shell/notices.js';
import { DeliveriesDialog } from './deliveries.js';
import { WebhookDialog } from './webhook-dialog.js';
import { useDeleteWebhook, useRotateSecret, useWebhookAct, type Webhook } from './webhooks.js';
import { wordsOfState, wordsOfType } from './words.js';
import form from '../../parts/form.module.css';
import styles from './webhooks.module.css';

interface WebhookRowProps {
  readonly organization: string;
  readonly webhook: Webhook;
  readonly onSecret: (webhook: { readonly name: string; readonly secret: string }) => void;
}

/** Hours for which the secret before a new one signs too. */
const OVERLAP_HOURS = 24;

/** A webhook with its state and what can be done with it. */
export function WebhookRow({ organization, webhook, onSecret }: WebhookRowProps) {
  const { id, name, url, state, lag, nextAttemptAt } = webhook;
  const [opened, setOpened] = useState<'deliveries' | 'change' | 'delete'>();
  const place = { organization, webhookId: id };
  const [pausing, resuming, pinging] = [
    useWebhookAct(place, 'pause'),
    useWebhookAct(place, 'resume'),
    useWebhookAct(place, 'ping'),
  ];
  const rotating = useRotateSecret(place);
  const act = (acting: typeof pausing, sentence: string) => () => {
    acting.makeAsync(undefined).then(() => {
      notify(sentence);
    }, notifyRefusal);
  };
  const resume = act(resuming, `${name} goes on.`);
  const open = (what: typeof opened) => () => {
    setOpened(what);
  };
  const close = open(undefined);
  const rotate = () => {
    rotating.makeAsync(OVERLAP_HOURS).then(({ secret }) => {
      onSecret({ name, secret });
    }, notifyRefusal);
  };
  const items = [
    { id: 'ping', name: 'Send a ping', onChoose: act(pinging, 'The ping is sent. Deliveries show its result.') },
    ...(state === 'paused' ? [] : [{ id: 'pause', name: 'Pause', onChoose: act(pausing, `${name} is paused.`) }]),
    { id: 'change', name: 'Change …', onChoose: open('change') },
    { id: 'rotate', name: 'New secret', onChoose: rotate },
    { id: 'delete', name: 'Delete …', onChoose: open('delete') },
  ];
  return (
    <li class={styles.row}>
      <div class={styles.facts}>
        <p class={styles.name}>{name}</p>
        <p class={styles.muted}>{url}</p>
        <p class={styles.muted}>{scopeOf(webhook)}</p>
        <p class={state === 'active' ? styles.muted : styles.failed}>
          {wordsOfState(webhook)}
          {nextAttemptAt !== null && (
            <>
              {' '}
              <time dateTime={nextAttemptAt}>{fullTime(nextAttemptAt)}</time>
            </>
          )}
          {lag.events > 0 && ` · ${lag.events}${lag.events === 1_000 ? ' or more' : ''} waiting`}
        </p>
      </div>
      <div class={styles.actions}>
        {state !== 'active' && (
          <Button
            aria-label={`${state === 'paused' ? 'Resume' : 'Try now'}: ${name}`}
            aria-disabled={resuming.isPending}
            onClick={() => {
              if (!resuming.isPending) resume();
            }}
          >
            {state === 'paused' ? 'Resume' : 'Try now'}
          </Button>
        )}
        <Button aria-label={`Deliveries of ${name}`} onClick={open('deliveries')}>
          Deliveries
        </Button>
        <MoreMenu label={`Actions for ${name}`} items={items} />
      </div>
      {opened === 'deliveries' && <DeliveriesDialog organization={organization} webhook={webhook} onClose={close} />}
      {opened === 'change' && <WebhookDialog organization={organization} webhook={webhook} onClose={close} />}
      {opened === 'delete' && <DeleteDialog organization={organization} webhook={webhook} onClose={close} />}
    </li>
  );
}

function scopeOf({ types, projects }: Webhook): string {
  const events = types === null ? 'All events' : types.map(wordsOfType).join(', ');
  return projects === null ? events : `${events} · ${projects.map(({ key }) => key).join(', ')}`;
}

interface DeleteDialogProps {
  readonly organization: string;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function DeleteDialog({ organization, webhook: { id, name }, onClose }: DeleteDialogProps) {
  const deleting = useDeleteWebhook({ organization, webhookId: id });
  const remove = () => {
    deleting.makeAsync(undefined).then(
      () => {
        onClose();
        notify(`The webhook ${name} is deleted.`);
      },
      () => undefined,
    );
  };
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <div class={form.form}>
        <p>Nothing more is sent to it. Its deliveries and refused events are deleted too.</p>
        {deleting.error && (
          <p class={form.error} role="alert">
            {sentenceOf(deleting.error)}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="danger"
            aria-disabled={deleting.isPending}
            onClick={() => {
              if (!deleting.isPending) remove();
            }}
          >
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
