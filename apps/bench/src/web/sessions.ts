import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Writes a session of a user to the database, as signing in does, and returns the secret of its cookie. */
export async function openSession(databaseUrl: string, email: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
       select $1, id, $2, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day' from users where email = $3`,
      [randomUUID(), createHash('sha256').update(secret).digest(), email],
    );
    if (rowCount !== 1) throw new Error(`There is no user ${email}.`);
  } finally {
    await client.end();
  }
  return secret;
}

/** The headers of a request that a page of the application sends. */
export const headersOf = (secret: string): Record<string, string> => ({
  cookie: `worktrack=${secret}`,
  'sec-fetch-site': 'same-origin',
});

/** The headers of a change that a page of the application makes: they name the user of the session too. */
export async function headersOfChange(origin: string, secret: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/session`, { headers: headersOf(secret) });
  const { user } = (await response.json()) as { user: { publicId: string } };
  return { ...headersOf(secret), 'worktrack-user': user.publicId };
}
