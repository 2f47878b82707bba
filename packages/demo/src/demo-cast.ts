import { Color, type ProjectKey, type Role } from '@worktrack/domain';

/** The sizes of the demo, ascending; `DEMO_SCALE` has their numbers. */
export const DEMO_SIZES = ['small', 'medium', 'large'] as const;

export type DemoSize = (typeof DEMO_SIZES)[number];

/** The numbers of Work Items, people and Projects of each size. */
export const DEMO_SCALE = {
  small: { items: 300, people: 8, projects: 3 },
  medium: { items: 5_000, people: 16, projects: 5 },
  large: { items: 100_000, people: 24, projects: 8 },
} as const satisfies Record<DemoSize, { items: number; people: number; projects: number }>;

/** A person of the demo, who becomes a user with a membership. */
export interface DemoPerson {
  /** The part of the e-mail address before `@demo.example`. */
  readonly mailbox: string;
  readonly name: string;
  readonly username: string | null;
  readonly role: Role;
}

/** A Project of the demo, with the words for its Work Items. */
export interface DemoProject {
  readonly key: ProjectKey;
  readonly name: string;
  readonly description: string;
  readonly color: Color;
  /** The parts of the product that its work is about, for titles. */
  readonly places: readonly [string, ...string[]];
}

const person = (mailbox: string, name: string, role: Role = 'member', username: string | null = mailbox) => ({
  mailbox,
  name,
  role,
  username,
});

/** Owner, administrator and members, in the order in which they joined. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person('owner', 'Ines Hartmann', 'owner', 'ines'),
  person('admin', 'Tomasz Zieliński', 'admin', 'tomasz'),
  person('amara', 'Amara Okafor'),
  person('lena', 'Léna Moreau'),
  person('kenji', 'Kenji Watanabe'),
  person('sofia', 'Sofia Rossi', 'member', null),
  person('mateo', 'Mateo Fernández'),
  person('priya', 'Priya Raman'),
  person('jonas', 'Jonas Lindqvist'),
  person('chloe', 'Chloe Bennett'),
  person('omar', 'Omar Haddad'),
  person('yuki', 'Yuki Tanaka'),
  person('nadia', 'Nadia Petrova'),
  person('liam', "Liam O'Connor"),
  person('zanele', 'Zanele Dlamini'),
  person('emil', 'Emil Novák'),
  person('rosa', 'Rosa Almeida', 'admin'),
  person('hugo', 'Hugo Janssen'),
  person('mei', 'Mei Lin'),
  person('idris', 'Idris Bello'),
  person('freya', 'Freya Nielsen'),
  person('tariq', 'Tariq Aziz', 'member', null),
  person('greta', 'Greta Fischer'),
  person('pavel', 'Pavel Horák'),
];

const project = (
  key: string,
  name: string,
  color: string,
  description: string,
  places: readonly [string, ...string[]],
): DemoProject => ({ key: key as ProjectKey, name, color: Color.parse(color) ?? Color.default, description, places });

/** The Projects of the demo; a small one has the first of them. */
export const DEMO_PROJECTS: readonly DemoProject[] = [
  project('WEB', 'Website', '#6366f1', 'The public site and everything a visitor sees.', [
    'the landing page',
    'the pricing page',
    'the sign-up form',
    'the blog',
    'the search box',
    'the cookie banner',
  ]),
  project('APP', 'Mobile app', '#0ea5e9', 'The app for iOS and Android.', [
    'the home screen',
    'push notifications',
    'offline mode',
    'the login screen',
    'the settings screen',
    'the share sheet',
  ]),
  project('OPS', 'Platform', '#16a34a', 'What everything else runs on.', [
    'the deployment pipeline',
    'the staging cluster',
    'nightly backups',
    'log retention',
    'the alert rules',
    'certificate renewal',
  ]),
  project('PAY', 'Payments', '#d97706', 'Invoices, cards and refunds.', [
    'the checkout',
    'invoice e-mails',
    'the refund flow',
    'card expiry reminders',
    'the tax report',
  ]),
  project('DATA', 'Insights', '#db2777', 'Numbers that people decide by.', [
    'the usage dashboard',
    'the weekly digest',
    'the export job',
    'the event schema',
    'the retention report',
  ]),
  project('SEC', 'Security', '#dc2626', 'Keeping what is ours, ours.', [
    'two-factor login',
    'the audit trail',
    'password resets',
    'session handling',
    'the dependency audit',
  ]),
  project('DOC', 'Documentation', '#7c3aed', 'Guides, references and examples.', [
    'the quick start',
    'the API reference',
    'the migration guide',
    'the changelog',
    'the glossary',
  ]),
  project('SUP', 'Support', '#0d9488', 'What customers ask for, and get.', [
    'the help centre',
    'the contact form',
    'canned answers',
    'the escalation path',
    'the status page',
  ]),
];
