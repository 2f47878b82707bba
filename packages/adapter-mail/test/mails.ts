import type { Mail, MailKind } from '@worktrack/application';
import type { Email } from '@worktrack/domain';

const URL = 'https://work.example.org';
const ENVELOPE = {
  address: 'ada@example.org' as Email,
  organizationId: null,
  expiresAt: new Date('2026-12-05T09:30:00Z'),
};

/** A mail of each kind. */
export const MAILS: { readonly [Kind in MailKind]: Extract<Mail, { kind: Kind }> } = {
  invitation: {
    ...ENVELOPE,
    kind: 'invitation',
    cause: '0b9ba8ad-6a0f-4d0b-8f53-0d1c9f4f0001',
    organizationName: 'Analytical Engines',
    inviterName: 'Grace Hopper',
    role: 'member',
    message: 'Welcome!\nWe begin on Monday.',
    url: `${URL}/invitation#KJ3x0m1c9vQzq0Yw7b2T5g8aLrNfUeXd4hSiPoWtZyE`,
  },
  emailConfirmation: {
    ...ENVELOPE,
    kind: 'emailConfirmation',
    cause: '0b9ba8ad-6a0f-4d0b-8f53-0d1c9f4f0002',
    name: 'Ada Lovelace',
    url: `${URL}/confirm#KJ3x0m1c9vQzq0Yw7b2T5g8aLrNfUeXd4hSiPoWtZyE`,
  },
  passwordRecovery: {
    ...ENVELOPE,
    kind: 'passwordRecovery',
    cause: '0b9ba8ad-6a0f-4d0b-8f53-0d1c9f4f0003',
    name: 'Ada Lovelace',
    url: `${URL}/welcome#KJ3x0m1c9vQzq0Yw7b2T5g8aLrNfUeXd4hSiPoWtZyE`,
  },
  emailChanged: {
    ...ENVELOPE,
    kind: 'emailChanged',
    cause: '0b9ba8ad-6a0f-4d0b-8f53-0d1c9f4f0004',
    name: 'Ada Lovelace',
    newAddress: 'countess@example.net' as Email,
    expiresAt: null,
  },
  digest: {
    ...ENVELOPE,
    kind: 'digest',
    cause: '0b9ba8ad-6a0f-4d0b-8f53-0d1c9f4f0005',
    name: 'Ada Lovelace',
    entries: [
      {
        title: 'CORE-42 Write the launch plan',
        text: 'Grace Hopper mentioned you in a comment.',
        url: `${URL}/acme/CORE-42`,
      },
      { title: 'CORE-7 Budget', text: 'Grace Hopper assigned this to you.', url: `${URL}/acme/CORE-7` },
    ],
    url: `${URL}/inbox`,
    unsubscribeUrl: `${URL}/api/unsubscribe?token=abc`,
    expiresAt: null,
  },
  test: {
    ...ENVELOPE,
    kind: 'test',
    cause: '0b9ba8ad-6a0f-4d0b-8f53-0d1c9f4f0006',
    url: URL,
    expiresAt: null,
  },
};
