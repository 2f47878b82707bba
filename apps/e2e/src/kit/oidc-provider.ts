import path from 'node:path';
import { eventually } from './eventually.js';
import { type Environment, freePort, listenTo, startProgram } from './program.js';
import { type Shown, Visitor } from './visitor.js';

/** The people whom the provider knows. The name with which the person signs in is the key. */
export type People = Readonly<
  Record<string, { readonly email: string; readonly name: string; readonly roles?: string }>
>;

/** A real provider of identities, in a process of its own. */
export interface RealProvider {
  readonly url: string;
  /** The settings of a server for it. */
  readonly environment: Environment;
  stop(): Promise<void>;
}

/** Starts `oidc-provider` for a server at this address. */
export async function startRealProvider(server: string, people: People): Promise<RealProvider> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const client = { clientId: 'worktrack', clientSecret: 'the secret of the client' };
  const file = path.resolve(__dirname, '../../src/kit/provider-program.mjs');
  const program = startProgram(file, [], {
    PROVIDER: JSON.stringify({ port, server, people, ...client }),
  });
  const { output, ended } = listenTo(program);
  await eventually(`a provider:\n${output()}`, () =>
    fetch(`${url}/.well-known/openid-configuration`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  return {
    url,
    environment: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_NAME: 'Example ID',
    },
    stop: async () => {
      program.kill();
      await ended;
    },
  };
}

/** Fills in the forms of the provider as this person, from an address of it on, until it leads elsewhere. Returns that address. */
export async function throughForms(one: Visitor, address: string, name: string): Promise<string> {
  let shown: Shown = await one.open(address);
  for (let step = 0; step < 20; step += 1) {
    if (shown.location !== '') {
      const next = new URL(shown.location, one.origin);
      if (next.origin !== one.origin) return next.href;
      shown = await one.open(next.href);
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(shown.text)?.[1];
    if (action === undefined) return '';
    const hidden = [...shown.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = Object.fromEntries(hidden.map(([, key = '', value = '']) => [key, value]));
    shown = await one.submit(action, { ...form, login: name, password: 'any', logout: 'yes' });
  }
  throw new Error('The provider asks without end.');
}
