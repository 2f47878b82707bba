import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';

const FROM_A_PAGE = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

/** Sets the password of a user by a link, which is written to the database as the task does. */
export async function setPassword(origin: string, database: Client, email: string, password: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await database.query(
    `insert into sign_in_links (token_hash, user_id, purpose, expires_at)
     select $1, id, 'set-password', clock_timestamp() + interval '1 hour' from users where email = $2`,
    [createHash('sha256').update(token).digest(), email],
  );
  const begun = await fetch(`${origin}/api/session/link`, {
    method: 'POST',
    headers: FROM_A_PAGE,
    body: JSON.stringify({ token }),
  });
  const { user } = (await begun.json()) as { readonly user: { readonly publicId: string } };
  const cookie = begun.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const { status } = await fetch(`${origin}/api/me/password`, {
    method: 'PUT',
    headers: { ...FROM_A_PAGE, cookie, 'worktrack-user': user.publicId },
    body: JSON.stringify({ newPassword: password }),
  });
  if (status >= 300) throw new Error(`The password was answered ${status}.`);
}
