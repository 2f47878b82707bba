import type { Mail, MailKind } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { MAILS } from '../test/mails.js';
import { htmlOf } from './html.js';
import { letterOf } from './letter.js';
import { textOf } from './text.js';

const EVIL = `<img src=x onerror=alert(1)>"'&</style><script>`;

/** Mails with markup in every text that people choose. */
const WITH_MARKUP: Readonly<Record<MailKind, Mail>> = {
  ...MAILS,
  invitation: { ...MAILS.invitation, organizationName: EVIL, inviterName: EVIL, message: EVIL },
  emailConfirmation: { ...MAILS.emailConfirmation, name: EVIL },
  passwordRecovery: { ...MAILS.passwordRecovery, name: EVIL },
  emailChanged: { ...MAILS.emailChanged, name: EVIL, newAddress: `'&@example.org` as Email },
  digest: {
    ...MAILS.digest,
    name: EVIL,
    entries: [{ title: EVIL, text: EVIL, url: 'https://work.example.org/"><b>' }],
  },
};

describe('A letter', () => {
  it.each(Object.values(WITH_MARKUP))('has no markup of people in its HTML: $kind', (mail) => {
    const html = htmlOf(letterOf(mail));
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag));
    const ours = ['html', 'head', 'meta', 'title', 'style', 'body', 'main', 'h1', 'p', 'a', 'br', 'footer'];
    expect([...tags].filter((tag) => ![...ours, 'blockquote', 'ul', 'li'].includes(tag ?? ''))).toEqual([]);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
  });

  it.each(Object.values(MAILS))('loads nothing and has both color schemes: $kind', (mail) => {
    const html = htmlOf(letterOf(mail));
    expect(html).not.toMatch(/<(?:img|link|script|iframe|table|object|svg)\b|url\(|@import|\bsrc=/i);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
  });

  it.each(Object.values(MAILS))('says the same as text and as HTML: $kind', (mail) => {
    const letter = letterOf(mail);
    const [text, html] = [textOf(letter), htmlOf(letter)];
    for (const part of [...letter.paragraphs, ...letter.notes]) {
      expect(text).toContain(part);
      expect(html).toContain(part.replaceAll('&', '&amp;'));
    }
  });

  it('shows the words of the inviter as a quote, line by line', () => {
    const text = textOf(letterOf({ ...MAILS.invitation, message: 'Hello\r\n-- \r\nPay here:\u2028now' }));
    expect(text).toContain('Grace Hopper writes:\n\n> Hello\n> -- \n> Pay here:\n> now\n');
  });

  it('says until when its link works, in UTC', () => {
    expect(letterOf(MAILS.invitation).notes[0]).toBe('The link works once, until 5 December 2026 at 09:30 UTC.');
    expect(letterOf(MAILS.emailChanged).notes.join()).not.toContain('UTC');
  });

  it('has one line as its subject, whatever the names are', () => {
    const names = { organizationName: 'A\r\nB\u0000\u2028C\u202eD', inviterName: 'x'.repeat(1_000) };
    const { subject } = letterOf({ ...MAILS.invitation, ...names });
    expect(subject).toBe(`${'x'.repeat(255)} invites you to A B C D`);
  });
});
