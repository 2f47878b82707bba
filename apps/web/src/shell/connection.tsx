import { computed, signal } from '@preact/signals';
import { onlineManager } from '@tanstack/preact-query';
import { waiting } from '../api/undelivered.js';
import { isUnreachable } from '../api/transport.js';
import { Icon } from '../parts/icon.js';
import styles from './connection.module.css';

const hasNoNetwork = signal(!navigator.onLine);
// A page that begins without a connection reads everything again when it is back.
onlineManager.setOnline(navigator.onLine);

/** True while the server cannot be reached. */
export const isOffline = computed(() => hasNoNetwork.value || isUnreachable.value);

addEventListener('online', () => {
  hasNoNetwork.value = false;
});
addEventListener('offline', () => {
  hasNoNetwork.value = true;
});

export function OfflineBanner() {
  return (
    <div role="status">
      {isOffline.value && (
        <p class={styles.banner}>
          <Icon name="alert" />
          No connection. What you see may be old; changes are sent when the connection is back.
          {waiting.value > 0 && ` ${waiting.value === 1 ? 'One change waits' : `${waiting.value} changes wait`}.`}
        </p>
      )}
    </div>
  );
}
