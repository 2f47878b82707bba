import { useQueryClient } from '@tanstack/preact-query';
import { DisplayName } from '@worktrack/domain';
import { useRef, useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import type { Session } from '../api/session.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { notify } from '../shell/notices.js';
import { account } from './account.api.js';
import { changeUser } from './own-user.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';

/** The name of the user. */
export function NameSettings({ user }: { readonly user: Session['user'] }) {
  const [name, setName] = useState(user.name);
  const [malformed, setMalformed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const cache = useQueryClient();
  const change = useChange(account.changeName, {
    onSuccess: (changed) => {
      changeUser(changed);
      setName(changed.name);
      notify('Your name is changed.');
      void cache.invalidateQueries();
    },
  });

  const submit = (event: Event) => {
    event.preventDefault();
    if (change.isPending) return;
    const wanted = DisplayName.parse(name);
    setMalformed(wanted === undefined);
    if (wanted === undefined) form.current?.querySelector('input')?.focus();
    else change.make(wanted);
  };

  return (
    <SettingsSection title="Your name" lead="Others see it wherever you write or do something.">
      <form ref={form} class={styles.form} onSubmit={submit}>
        <Field
          label="Name"
          value={name}
          maxLength={255}
          required
          autocomplete="off"
          onText={(text) => {
            setName(text);
            setMalformed(false);
            change.reset();
          }}
          error={malformed ? 'A name has 1 to 255 characters.' : change.error ? problemOf(change.error) : undefined}
        />
        <div class={styles.actions}>
          <Button kind="primary" type="submit" aria-disabled={change.isPending}>
            Save name
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}

function problemOf(error: Error): string {
  const [problem] = error instanceof Refusal ? (error.fieldErrors.name ?? []) : [];
  return problem === undefined ? sentenceOf(error) : `The name ${problem}.`;
}
