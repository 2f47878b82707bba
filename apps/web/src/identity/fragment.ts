/** The token of a link, which no server sees: it is taken out of the address immediately. */
export function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return token;
}
