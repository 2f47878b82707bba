/** The text that the server prints at start: URLs and, if there is one, a token. */
export function bannerOf(baseUrl: string, token: string | undefined): string {
  const lines = [
    '',
    'Worktrack is running.',
    '',
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
