import type { QueryClient } from '@tanstack/preact-query';
import { sentenceOf } from '../api/refusal.js';
import type { Card, ProjectPlace } from '../board/cards.js';
import { announce, notify, warn } from '../shell/notices.js';
import { FIELD_NAMES, wordsOf, type FieldName, type Values } from '../work-item/fields.js';
import { itemChanges } from '../work-item/item-changes.js';
import { rememberChange } from '../work-item/undo.js';
import { changeAgain, changeMany, type RowResult } from './bulk.js';

/** The results of a change of which something was refused. */
export interface Outcome {
  readonly values: Partial<Values>;
  readonly results: readonly RowResult[];
}

/** The values in words: `Sprint: Sprint 3`. */
export const inWords = (values: Partial<Values>): string =>
  (Object.keys(values) as FieldName[])
    .map((name) => `${FIELD_NAMES[name]}: ${wordsOf(name, values[name] as never)}`)
    .join(', ');

/** Changes the Work Items of a plan: one by the queue of its changes, many by one request. */
export class Planner {
  constructor(
    private readonly cache: QueryClient,
    private readonly place: ProjectPlace,
    /** Shows the results of the rows, where some were refused. */
    private readonly show: (outcome: Outcome) => void,
  ) {}

  set(cards: readonly Card[], values: Partial<Values>): void {
    const [first, ...others] = cards;
    if (!first) return;
    if (others.length === 0) void itemChanges.set(this.place.organization, first, values);
    else void this.run(changeMany, cards, values);
  }

  /** Changes them over whatever others did meanwhile. */
  again(cards: readonly Card[], values: Partial<Values>): void {
    void this.run(changeAgain, cards, values);
  }

  private async run(change: typeof changeMany, cards: readonly Card[], values: Partial<Values>): Promise<void> {
    announce(`Changing ${cards.length} Work Items …`);
    try {
      const results = await change(this.cache, this.place.organization, cards, values);
      const changed = results.filter(({ reason }) => reason === undefined).map(({ card }) => card);
      if (changed.length > 0) this.remember(changed, values);
      if (changed.length < cards.length) this.show({ values, results });
      else notify(`${changed.length} Work Items changed. ${inWords(values)}.`);
    } catch (error) {
      warn(`Not all Work Items were changed. ${sentenceOf(error)}`);
    }
  }

  private remember(cards: readonly Card[], values: Partial<Values>): void {
    const names = Object.keys(values) as FieldName[];
    const before = (card: Card): Partial<Values> =>
      Object.fromEntries(names.map((name) => [name, card[name as keyof Card]]));
    rememberChange({
      name: `${names.map((name) => FIELD_NAMES[name]).join(', ')} of ${cards.length} Work Items`,
      undo: () => {
        const groups = new Map<string, { readonly values: Partial<Values>; readonly cards: Card[] }>();
        for (const card of cards) {
          const was = before(card);
          const group = groups.get(JSON.stringify(was)) ?? { values: was, cards: [] };
          group.cards.push(card);
          groups.set(JSON.stringify(was), group);
        }
        for (const group of groups.values()) this.set(group.cards, group.values);
        return undefined;
      },
    });
  }
}
