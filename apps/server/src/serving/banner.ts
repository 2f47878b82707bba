/** Credentials of the demo data. */
export interface DemoCredentials {
  readonly token: string;
  /** The URL of a link that signs the owner in; `undefined` where the application for browsers is not served. */
  readonly welcome: string | undefined;
}

/** The text that the server prints at start: URLs and, if there are any, the credentials of the demo data. */
export function bannerOf(baseUrl: string, demo: DemoCredentials | undefined): string {
  const { token, welcome } = demo ?? {};
  const lines = [
    '',
    ...(welcome === undefined ? [] : [`  Open     ${welcome}`]),
    `  API      ${baseUrl}/api/v1`,
    `  Docs     ${baseUrl}/api/docs`,
    ...(token === undefined
      ? []
      : [`  Token    ${token}`, '', `  curl -H 'Authorization: Bearer ${token}' ${baseUrl}/api/v1/me`]),
    '',
    '',
  ];
  return lines.join('\n');
}
