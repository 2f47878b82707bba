import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Empty } from '../../parts/empty.js';
import { Section } from '../../parts/section.js';
import { Skeleton } from '../../parts/skeleton.js';
import { CopyLine } from '../../shell/copy-line.js';
import { Refused } from '../../shell/refused.js';
import { SettingsPage } from '../settings-page.js';
import { WebhookDialog } from './webhook-dialog.js';
import { WebhookRow } from './webhook-row.js';
import { useWebhooks } from './webhooks.js';
import styles from './webhooks.module.css';

/** The webhooks of an Organization. */
export const WebhooksScreen = () => (
  <SettingsPage current="Webhooks">{({ slug }) => <Webhooks key={slug} organization={slug} />}</SettingsPage>
);

function Webhooks({ organization }: { readonly organization: string }) {
  const { data: webhooks, error, refetch } = useWebhooks(organization);
  const [isCreating, setCreating] = useState(false);
  const [shown, setShown] = useState<{ readonly name: string; readonly secret: string }>();
  const create = (
    <Button
      kind="primary"
      onClick={() => {
        setCreating(true);
      }}
    >
      New webhook
    </Button>
  );
  return (
    <div class={styles.webhooks}>
      <p class={styles.intro}>
        A webhook sends the changes of this Organization to a program, in their order, each at least once.{' '}
        <a href="/api/docs/events-and-webhooks.md" target="_blank" rel="noreferrer">
          How to receive them
        </a>
      </p>
      {shown && (
        <div class={styles.once}>
          <p>
            <strong>Copy the secret of {shown.name} now:</strong> it is shown only this time.
          </p>
          <CopyLine key={shown.secret} label={`Secret of ${shown.name}`} what="secret" text={shown.secret} isSelected />
        </div>
      )}
      <Section title="Webhooks" actions={webhooks && webhooks.length > 0 && create}>
        {error && !webhooks && <Refused error={error} onRetry={() => void refetch()} />}
        {!webhooks && !error && <Skeleton label="Loading the webhooks" lines={3} />}
        {webhooks?.length === 0 && <Empty icon="link" text="There is no webhook." action={create} />}
        {webhooks && webhooks.length > 0 && (
          <ul class={styles.rows} aria-label="Webhooks">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} organization={organization} webhook={webhook} onSecret={setShown} />
            ))}
          </ul>
        )}
      </Section>
      {isCreating && (
        <WebhookDialog
          organization={organization}
          onCreated={setShown}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
    </div>
  );
}
