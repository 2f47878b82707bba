import { session, type Session } from '../api/session.js';

/** Writes what has changed about the user into the session of the page. */
export function changeUser(changed: Partial<Session['user']>): void {
  const { value } = session;
  if (value) session.value = { ...value, user: { ...value.user, ...changed } };
}
