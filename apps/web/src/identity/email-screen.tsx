import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useChange } from '../api/change.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import { Button, LinkButton } from '../parts/button.js';
import { notify } from '../shell/notices.js';
import { Page } from '../shell/page.js';
import { account } from './account.api.js';
import { takeToken } from '../api/session.api.js';
import { changeUser } from './own-user.js';
import styles from './settings.module.css';

/** Confirms a new e-mail address by the link of a mail. It asks first: a page of another site might have led here. */
export function EmailScreen() {
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const confirm = useChange(account.confirmEmail, {
    onSuccess: ({ email }) => {
      changeUser({ email });
      notify(`Your e-mail address is ${email} now.`);
      route('/settings', true);
    },
  });
  if (token === '' || confirm.error) {
    return (
      <Page title="The address is not changed">
        <p role="alert">{confirm.error ? problemOf(confirm.error) : 'The link is not complete. Open it again.'}</p>
        <div class={styles.actions}>
          <LinkButton href="/settings">Go to your profile</LinkButton>
        </div>
      </Page>
    );
  }
  return (
    <Page title="Confirm your e-mail address">
      <div class={styles.settings}>
        <p class={styles.lead}>
          The address to which this link was mailed becomes the address of your account: you sign in with it then. Go on
          only if you asked for it.
        </p>
        <div class={styles.actions}>
          <Button
            kind="primary"
            aria-disabled={confirm.isPending}
            onClick={() => {
              if (!confirm.isPending) confirm.make(token);
            }}
          >
            Confirm the address
          </Button>
          <LinkButton href="/settings">Leave it as it is</LinkButton>
        </div>
      </div>
    </Page>
  );
}

/** The server says which account and which link; other refusals are those of every page. */
function problemOf(error: Error): string {
  return error instanceof Refusal && error.code === 'NOT_FOUND' ? error.message : sentenceOf(error);
}
