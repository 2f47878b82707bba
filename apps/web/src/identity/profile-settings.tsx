import { session } from '../api/session.js';
import { Avatar } from '../parts/avatar.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';

/** The account as others see it. Administration changes it. */
export function Profile() {
  const { user } = session.value ?? {};
  if (!user) return null;
  return (
    <SettingsSection title="Account" lead="An administrator changes your name, your e-mail address and your picture.">
      <div class={styles.row}>
        <Avatar name={user.name} imageUrl={user.avatarUrl} size="large" />
        <div class={styles.rowText}>
          <p class={styles.rowTitle}>{user.name}</p>
          <p class={styles.muted}>{user.email}</p>
        </div>
      </div>
    </SettingsSection>
  );
}
