import { LONGEST_ATTEMPT, MailSender, type ClaimedMail, type SendOutcome } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';
import nodemailer, { type Transporter } from 'nodemailer';
import type { SMTPSentMessageInfo, SMTPTransportOptions } from 'nodemailer';
import { messageOf } from './message.js';
import type { MailSettings } from './settings.js';
import { failureOf } from './smtp-failure.js';
import { shown } from './shown.js';

/** The longest time of each phase of an attempt, in milliseconds. */
export interface SmtpTimeouts {
  /** To find the server by its name, and to connect. */
  readonly connection: number;
  /** From the connection to the greeting of the server. */
  readonly greeting: number;
  /** Without a byte from the server after that. Some look at the content of a mail for minutes before they accept it. */
  readonly socket: number;
  /** Of the whole attempt. */
  readonly whole: number;
}

const TIMEOUTS: SmtpTimeouts = {
  connection: 10_000,
  greeting: 30_000,
  socket: 300_000,
  whole: LONGEST_ATTEMPT.sendingSeconds * ONE_SECOND,
};

/** The most bytes of one response of the server. */
const LONGEST_RESPONSE = 65_536;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i;

/** Sends mails by SMTP, each on a connection of its own. */
export class SmtpSender extends MailSender {
  private readonly transport: Transporter<SMTPSentMessageInfo, SMTPTransportOptions>;

  constructor(
    private readonly settings: MailSettings,
    private readonly timeouts: SmtpTimeouts = TIMEOUTS,
  ) {
    super();
    const { host, port, secure, requiresTls, login } = settings.smtp;
    this.transport = nodemailer.createTransport({
      host,
      port,
      secure,
      // Somebody between could take the offer of STARTTLS out of the response, and read the links of mails or the password.
      requireTLS: (requiresTls || login !== undefined) && !LOOPBACK.test(host),
      ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
      dnsTimeout: timeouts.connection,
      connectionTimeout: timeouts.connection,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.socket,
      socketCloseTimeout: 0,
      maxResponseSize: LONGEST_RESPONSE,
      logger: false,
    });
  }

  async send(mail: Pick<ClaimedMail, 'mail' | 'createdAt'>, signal: AbortSignal): Promise<SendOutcome> {
    const deadline = AbortSignal.timeout(this.timeouts.whole);
    try {
      const message = messageOf(mail, this.settings);
      const { response } = await this.transport.sendMail({ ...message, signal: AbortSignal.any([signal, deadline]) });
      return { outcome: 'sent', response: shown(response, this.settings.smtp.login) };
    } catch (error) {
      if (signal.aborted) return { outcome: 'ended' };
      if (deadline.aborted) return { outcome: 'failed', failure: 'The SMTP server took too long.' };
      return failureOf(error, this.settings.smtp.login);
    }
  }
}
