export { HttpWebhookReceivers } from './http-webhook-receivers.js';
export type { WebhookSettings } from './settings.js';
