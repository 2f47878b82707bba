import { Provider } from 'oidc-provider';

/** A provider of identities of the tests, `oidc-provider`. Any name signs in, with any password. The settings are JSON in the environment. */
const { port, server, clientId, clientSecret, people } = JSON.parse(process.env.PROVIDER ?? '{}');

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${server}/api/session/oidc/callback`],
      backchannel_logout_uri: `${server}/api/session/oidc/backchannel-logout`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], roles: ['roles'] },
  scopes: ['openid', 'email', 'profile', 'roles'],
  cookies: { keys: ['a key of the tests'] },
  // Its own way refuses addresses of the loopback, where the server under test is.
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  features: { backchannelLogout: { enabled: true } },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email_verified: true, ...people[id] }),
  }),
});

// The test shows in its output what the provider could not tell the server.
provider.on('backchannel.error', (_context, error) => console.error(error));
provider.listen(port, '127.0.0.1');
