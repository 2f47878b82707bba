import { useQueryClient } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import { useChange } from '../api/change.js';
import { Refusal, sentenceOf } from '../api/refusal.js';
import type { Session } from '../api/session.js';
import { Avatar } from '../parts/avatar.js';
import { Button } from '../parts/button.js';
import { notify, notifyRefusal } from '../shell/notices.js';
import { account } from './account.api.js';
import { PictureDialog } from './picture-dialog.js';
import { changeUser } from './own-user.js';
import { SettingsSection } from './settings-section.js';
import styles from './settings.module.css';

/** The picture of the user. */
export function PictureSettings({ user }: { readonly user: Session['user'] }) {
  const [picture, setPicture] = useState<ImageBitmap>();
  const [isUnreadable, setUnreadable] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const cache = useQueryClient();
  const shows = (avatarUrl: string | null, said: string) => {
    changeUser({ avatarUrl });
    setPicture(undefined);
    notify(said);
    void cache.invalidateQueries();
  };
  const set = useChange(account.setAvatar, {
    onSuccess: ({ avatarUrl }) => {
      shows(avatarUrl, 'Your picture is changed.');
    },
  });
  const remove = useChange(account.removeAvatar, {
    onSuccess: () => {
      shows(null, 'Your picture is removed.');
    },
    onError: (refusal) => {
      notifyRefusal(refusal);
    },
  });

  const choose = async (chosen: File) => {
    set.reset();
    try {
      setPicture(await createImageBitmap(chosen));
    } catch {
      setUnreadable(true);
    }
  };

  return (
    <SettingsSection title="Picture" lead="Others see it next to your name.">
      <div class={styles.row}>
        <Avatar name={user.name} imageUrl={user.avatarUrl} size="huge" />
        <div class={styles.rowText}>
          <div class={styles.actions}>
            <Button onClick={() => file.current?.click()}>
              {user.avatarUrl === null ? 'Choose a picture' : 'Choose another picture'}
            </Button>
            {user.avatarUrl !== null && (
              <Button
                kind="plain"
                aria-disabled={remove.isPending}
                onClick={() => {
                  if (!remove.isPending) remove.make(undefined);
                }}
              >
                Remove
              </Button>
            )}
          </div>
          <p class={styles.muted}>A PNG, JPEG, WebP or GIF file.</p>
          {isUnreadable && (
            <p class={styles.error} role="alert">
              This file is not a picture that your browser can read.
            </p>
          )}
        </div>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label="Picture file"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            setUnreadable(false);
            if (chosen) void choose(chosen);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      {picture && (
        <PictureDialog
          picture={picture}
          error={set.error ? problemOf(set.error) : undefined}
          isSending={set.isPending}
          onSave={set.make}
          onClose={() => {
            setPicture(undefined);
          }}
        />
      )}
    </SettingsSection>
  );
}

function problemOf(error: Error): string {
  const [problem] = error instanceof Refusal ? (error.fieldErrors.file ?? []) : [];
  return problem === undefined ? sentenceOf(error) : `The picture ${problem}.`;
}
