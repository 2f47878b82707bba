import type { WorkItemType } from '@worktrack/domain';
import type { SeededRandom } from './seeded-random.js';

type Phrases = readonly [string, ...string[]];

/** `…` stands for the part of the product that the work is about. */
const TITLES: Readonly<Record<WorkItemType, Phrases>> = {
  task: ['Tidy up …', 'Write tests for …', 'Review the copy of …', 'Measure how … is used', 'Move … to the new stack'],
  bug: [
    'Fix a crash in …',
    '… is slow on Mondays',
    '… shows the wrong date',
    'Broken layout in …',
    '… forgets its state',
  ],
  story: ['As a visitor I understand …', 'As a member I can change …', 'As an admin I can switch off …'],
  feature: [
    'Let people share …',
    'Add filters to …',
    'Dark mode for …',
    'Keyboard shortcuts for …',
    'Bulk changes in …',
  ],
  epic: ['Renew …', 'Make … accessible', 'Open … to partners'],
};

const REASONS: Phrases = [
  'Three customers asked for it this month.',
  'Came up in the last retrospective.',
  'Needed before the autumn release.',
  'Support spends an hour a day on this.',
  'A small thing that everybody stumbles over.',
];

const STEPS: Phrases = [
  '- [ ] agree on the wording\n- [ ] build it\n- [ ] tell support',
  'Steps to see it:\n\n1. open it\n2. wait ten seconds\n3. go back',
  'Done when it works on a phone, too.',
  'See the sketch from the workshop; the second variant won.',
];

const AFTERTHOUGHTS: Phrases = [' (second attempt)', ', properly this time', ' for everybody', ' without downtime'];

const REMARKS: Phrases = [
  'I would start with the smallest part of this.',
  'Is this still a problem? I cannot reproduce it any more.',
  'Same as last time: the cache is in the way.',
  'The customer called again today.',
  'Do we have numbers on how often this happens?',
  'I have a branch that does half of it.',
  'Let us keep the old behaviour behind a switch for now.',
];

const REPLIES: Phrases = [
  'Agreed.',
  'Yes, since the last release.',
  'I will look into it tomorrow morning.',
  'Let us talk about it in the planning.',
  'That was fixed on staging, please try again.',
  'Not quite: it happens only when you are signed out.',
];

const GOALS: Phrases = [
  'Fewer surprises for new customers.',
  'Finish what we began.',
  'Everything that blocks the release.',
  'Make room: old things out of the way first.',
  'One visible improvement, and the bugs that hurt most.',
];

/** The labels of every Project. */
export const LABELS = [
  ['frontend', '#0ea5e9'],
  ['customer', '#db2777'],
  ['quick win', '#16a34a'],
  ['tech debt', '#78716c'],
  ['security', '#dc2626'],
  ['needs design', '#7c3aed'],
] as const;

/** Returns the text of a comment. */
export function remark(random: SeededRandom): string {
  return random.of(REMARKS);
}

/** Returns the text of a reply to a comment. */
export function reply(random: SeededRandom): string {
  return random.of(REPLIES);
}

/** Returns the goal of a Sprint. */
export function goalOf(random: SeededRandom): string {
  return random.of(GOALS);
}

/** Returns a title for a Work Item of this type, about one of these parts of the product. */
export function titleOf(random: SeededRandom, type: WorkItemType, places: Phrases): string {
  const title = random.of(TITLES[type]).replace('…', random.of(places));
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Returns the description of a Work Item, or `null`. */
export function descriptionOf(random: SeededRandom): string | null {
  if (random.chance(0.25)) return null;
  return random.chance(0.5) ? random.of(REASONS) : `${random.of(REASONS)}\n\n${random.of(STEPS)}`;
}

/** Returns the title with an addition, as somebody changes it later. */
export function afterthought(random: SeededRandom, title: string): string {
  return title + random.of(AFTERTHOUGHTS);
}
