import { session } from '../api/session.js';
import { EmailSettings } from './email-settings.js';
import { NameSettings } from './name-settings.js';
import { PictureSettings } from './picture-settings.js';

/** The account as others see it, and its e-mail address. */
export function Profile() {
  const { user } = session.value ?? {};
  if (!user) return null;
  return (
    <>
      <PictureSettings user={user} />
      <NameSettings user={user} />
      <EmailSettings />
    </>
  );
}
