import type { QueryClient } from '@tanstack/preact-query';
import { announce, notify } from '../shell/notices.js';
import { itemChanges } from '../work-item/item-changes.js';
import { rereadLists, setArchived } from '../work-item/put-away.js';
import { rememberChange, type ChangeKind, type LastChange } from '../work-item/undo.js';
import type { SeenItem } from '../work-item/work-item.js';
import { changeAgain, changeMany, type RowResult } from './bulk.js';
import { fieldsInWords, inWords, oppositeOf, type ManyChange } from './many.js';

/** The results of a change of which something was refused. */
export interface Outcome {
  readonly change: ManyChange;
  readonly results: readonly RowResult[];
}

/** Changes Work Items of an Organization: one by the queue of its changes, many by few requests. */
export class Planner {
  constructor(
    private readonly cache: QueryClient,
    private readonly organization: string,
    /** Shows the results of the rows, where some were refused. */
    private readonly show: (outcome: Outcome) => void,
  ) {}

  async set(cards: readonly SeenItem[], change: ManyChange, kind: ChangeKind = 'new'): Promise<void> {
    const [first, ...others] = cards;
    if (!first) return;
    if (others.length === 0 && change.kind === 'values') {
      await itemChanges.set(this.organization, first, change.values, { kind });
    } else if (others.length === 0 && change.kind === 'archive') {
      await setArchived({ organization: this.organization, key: first.key }, first, change.isArchived, kind);
    } else await this.run(changeMany, cards, change, kind);
  }

  /** Changes them over whatever others did meanwhile. */
  again(cards: readonly SeenItem[], change: ManyChange): void {
    void this.run(changeAgain, cards, change, 'new');
  }

  private async run(
    make: typeof changeMany,
    cards: readonly SeenItem[],
    change: ManyChange,
    kind: ChangeKind,
  ): Promise<void> {
    announce(`Changing ${wordsOfCount(cards.length)} …`);
    const results = await make(this.cache, this.organization, cards, change);
    if (change.kind === 'archive') await rereadLists();
    const done = results.filter(({ reason }) => reason === undefined);
    const changed = done.filter(({ isSame }) => isSame !== true).map(({ card }) => card);
    if (changed.length > 0) this.remember(changed, change, kind);
    if (done.length < cards.length) this.show({ change, results });
    else notify(`${wordsOfCount(changed.length)} changed. ${inWords(this.organization, change)}.`);
  }

  private remember(cards: readonly SeenItem[], change: ManyChange, made: ChangeKind): void {
    const remembered: LastChange = {
      name: `${fieldsInWords(change)} of ${wordsOfCount(cards.length)}`,
      undo: async (kind) => {
        const groups = Map.groupBy(cards, (card) => JSON.stringify(oppositeOf(change, card)));
        const all = [...groups].map(([opposite, group]) => this.set(group, JSON.parse(opposite) as ManyChange, kind));
        await Promise.all(all);
        return undefined;
      },
    };
    rememberChange(remembered, made);
  }
}

const wordsOfCount = (count: number): string => `${count} ${count === 1 ? 'Work Item' : 'Work Items'}`;
