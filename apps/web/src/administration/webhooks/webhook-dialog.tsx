import { useState } from 'preact/hooks';
import { Refusal, sentenceOf } from '../../api/refusal.js';
import { Checkbox } from '../../identity/checkbox.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { SelectField } from '../../parts/select-field.js';
import { notify } from '../../shell/notices.js';
import { useChangeWebhook, useCreateWebhook, type Webhook, type WebhookInput } from './webhooks.js';
import { EVENT_TYPES, wordsOfType } from './words.js';
import form from '../../parts/form.module.css';
import styles from './webhooks.module.css';

interface WebhookDialogProps {
  readonly organization: string;
  /** The webhook to change; without one it is a new one. */
  readonly webhook?: Webhook;
  readonly onCreated?: (webhook: { readonly name: string; readonly secret: string }) => void;
  readonly onClose: () => void;
}

/** Creates or changes a webhook. What was typed stays when it is refused. */
export function WebhookDialog({ organization, webhook, onCreated, onClose }: WebhookDialogProps) {
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [projects, setProjects] = useState(webhook?.projects?.map(({ key }) => key).join(', ') ?? '');
  const [isAll, setAll] = useState((webhook?.types ?? null) === null);
  const [types, setTypes] = useState(webhook?.types ?? []);
  const creating = useCreateWebhook(organization);
  const changing = useChangeWebhook({ organization, webhookId: webhook?.id ?? '' });
  const { isPending, error, reset } = webhook ? changing : creating;
  /** A refusal is about the text that was sent. */
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    reset();
  };
  const fields = error instanceof Refusal ? error.fieldErrors : {};
  const problemOf = (member: string, word: string): string | undefined => {
    const found = Object.entries(fields).find(([one]) => one.startsWith(member))?.[1][0];
    return found === undefined ? undefined : `${word} ${found}.`;
  };
  const isShown = ['name', 'url', 'projects'].some((member) => problemOf(member, '') !== undefined);
  const submit = async () => {
    const keys = projects.split(/[\s,;]+/).filter(Boolean);
    const body: WebhookInput = {
      name,
      url: url.trim(),
      types: isAll || types.length === 0 ? null : EVENT_TYPES.filter((type) => types.includes(type)),
      projects: keys.length === 0 ? null : keys,
    };
    if (webhook) {
      if (!(await changing.makeAsync({ ...body, revision: webhook.revision }).catch(() => undefined))) return;
      notify(`The webhook ${body.name.trim()} is changed.`);
    } else {
      const created = await creating.makeAsync(body).catch(() => undefined);
      if (!created) return;
      onCreated?.(created);
    }
    onClose();
  };
  return (
    <Dialog title={webhook ? `Change ${webhook.name}` : 'New webhook'} onClose={onClose}>
      <form
        class={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void submit();
        }}
      >
        <Field
          label="Name"
          value={name}
          onText={typed(setName)}
          maxLength={100}
          autofocus
          autocomplete="off"
          error={problemOf('name', 'The name')}
        />
        <Field
          label="Address"
          value={url}
          onText={typed(setUrl)}
          maxLength={2_000}
          autocomplete="off"
          placeholder="https://hooks.example.org/worktrack"
          hint="Gets a signed POST request for each event."
          error={problemOf('url', 'The address')}
        />
        <Field
          label="Projects (optional)"
          value={projects}
          onText={typed(setProjects)}
          maxLength={2_000}
          autocomplete="off"
          placeholder="WEB, HAM"
          hint="Their keys, with commas. Without any: all that you see."
          error={problemOf('projects', 'The Projects')}
        />
        <SelectField
          label="Events"
          value={isAll ? 'all' : 'some'}
          choices={[
            { value: 'all', name: 'All events' },
            { value: 'some', name: 'Only some types' },
          ]}
          onChoose={(value) => {
            setAll(value === 'all');
          }}
        />
        {!isAll && (
          <fieldset class={styles.types}>
            <legend class="visually-hidden">Types of events</legend>
            {EVENT_TYPES.map((type) => (
              <Checkbox
                key={type}
                checked={types.includes(type)}
                onChange={(isChosen) => {
                  setTypes(isChosen ? [...types, type] : types.filter((one) => one !== type));
                }}
              >
                {wordsOfType(type)}
              </Checkbox>
            ))}
          </fieldset>
        )}
        {error && !isShown && (
          <p class={form.error} role="alert">
            {sentenceOf(error)}
          </p>
        )}
        <div class={form.actions} data-end>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" aria-disabled={isPending}>
            {webhook ? 'Save' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
