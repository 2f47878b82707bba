import { randomBytes } from 'node:crypto';
import type { OrganizationId, WebhookId } from '@worktrack/domain';
import { WebhookSecrets } from './webhook-secrets.js';

const secrets = new WebhookSecrets(randomBytes(32));
const webhook = { organizationId: 'o' as OrganizationId, id: 'w' as WebhookId };

describe('The secret of a webhook', () => {
  it('is readable again, and not in what is stored', () => {
    const sealed = secrets.seal(webhook, 'whsec_abc');
    expect(sealed.includes('whsec')).toBe(false);
    expect(secrets.open(webhook, sealed)).toBe('whsec_abc');
    expect(secrets.seal(webhook, 'whsec_abc').equals(sealed)).toBe(false);
  });

  it('is of one webhook and one key alone', () => {
    const sealed = secrets.seal(webhook, 'whsec_abc');
    expect(() => secrets.open({ ...webhook, id: 'other' as WebhookId }, sealed)).toThrow();
    expect(() => new WebhookSecrets(randomBytes(32)).open(webhook, sealed)).toThrow();
    const edited = Buffer.from(sealed);
    edited[edited.length - 1]! ^= 1;
    expect(() => secrets.open(webhook, edited)).toThrow();
  });
});
