import type { WorkItemType } from '@worktrack/domain';
import type { SeededRandom } from './seeded-random.js';

type Phrases = readonly [string, ...string[]];

/** `…` stands for what the work is about. */
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

export function titleOf(random: SeededRandom, type: WorkItemType, places: Phrases): string {
  const title = random.of(TITLES[type]).replace('…', random.of(places));
  return title.charAt(0).toUpperCase() + title.slice(1);
}

export function descriptionOf(random: SeededRandom): string | null {
  if (random.chance(0.25)) return null;
  return random.chance(0.5) ? random.of(REASONS) : `${random.of(REASONS)}\n\n${random.of(STEPS)}`;
}

export function afterthought(random: SeededRandom, title: string): string {
  return title + random.of(AFTERTHOUGHTS);
}
