export type { MailSettings, Mailbox } from './settings.js';
export { SmtpSender, type SmtpTimeouts } from './smtp-sender.js';
