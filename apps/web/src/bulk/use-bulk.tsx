import { useQueryClient } from '@tanstack/preact-query';
import { useMemo, useState } from 'preact/hooks';
import { isAdminOf } from '../api/session.js';
import { useCommands } from '../shell/commands.js';
import { hasItemsInHand, itemsInHand, selection } from '../shell/items-in-hand.js';
import { PLANNED_FIELDS, type PlannedField } from '../work-item/fields.js';
import { placeInBar, placeOfField } from '../work-item/field-place.js';
import { projectOf } from '../work-item/item-key.js';
import type { SeenItem } from '../work-item/work-item.js';
import type { ManyChange } from './many.js';
import { OutcomeDialog } from './outcome-dialog.js';
import { PlanPicker } from './plan-picker.js';
import { Planner, type Outcome } from './planner.js';
import { SelectionBar } from './selection-bar.js';

interface BulkOptions {
  /** True where the keys of a plan hold for the one Work Item in hand too. */
  readonly isPlan?: boolean;
  /** Moves those that are selected within their lists, where these have a manual order. */
  readonly onOrder?: (step: 'top' | 'bottom') => void;
}

interface Picking {
  readonly field: PlannedField;
  readonly cards: readonly SeenItem[];
  readonly at: HTMLElement | undefined;
}

/** The keys of one Work Item are those of all screens. */
const areSeveral = (): boolean => selection.peek().length > 1;

/** Sprints and labels belong to a Project. */
const OF_ONE_PROJECT: readonly PlannedField[] = ['sprint', 'labels'];

/** The changes of several Work Items of a list of one Organization: the bar, its keys, and the dialogs. `shown` is the list. */
export function useBulk<Item extends SeenItem>(
  organization: string,
  shown: readonly Item[],
  { isPlan = false, onOrder }: BulkOptions = {},
) {
  const cache = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [picking, setPicking] = useState<Picking>();
  const planner = useMemo(() => new Planner(cache, organization, setOutcome), [cache, organization]);
  const selected = new Set(selection.value.map(({ key }) => key));
  const selectedCards = selected.size === 0 ? [] : shown.filter(({ key }) => selected.has(key));
  const set = (some: readonly SeenItem[], change: ManyChange) => {
    void planner.set(some, change);
  };
  const open = (field: PlannedField) => {
    const keys = new Set(itemsInHand().map(({ key }) => key));
    const cards = shown.filter(({ key }) => keys.has(key));
    const [first] = cards;
    if (!first || !fieldsOf(cards).includes(field)) return;
    const at = placeInBar(field) ?? placeOfField({ organization, key: first.key }, field);
    setPicking({ field, cards, at });
  };
  const pick = (field: PlannedField, holds = areSeveral) => ({
    holds,
    run: () => {
      open(field);
    },
  });
  const ofOne = isPlan ? hasItemsInHand : areSeveral;
  useCommands(
    [
      { id: 'plan sprint', ...pick('sprint', ofOne) },
      { id: 'plan priority', ...pick('priority', ofOne) },
      { id: 'plan assignee', ...pick('assignee', ofOne) },
      { id: 'plan estimate', ...pick('storyPoints', ofOne) },
      { id: 'plan status', ...pick('status') },
      { id: 'plan labels', ...pick('labels') },
      { id: 'plan due date', ...pick('dueDate') },
    ],
    [shown, isPlan],
  );
  const parts = (
    <>
      {selectedCards.length > 0 && (
        <SelectionBar
          cards={selectedCards}
          fields={fieldsOf(selectedCards)}
          onPick={open}
          onOrder={onOrder}
          {...(areArchived(selectedCards) &&
            isAdminOf(organization) && {
              onRestore: () => {
                set(selectedCards, { kind: 'archive', isArchived: false });
              },
            })}
        />
      )}
      {picking && (
        <PlanPicker
          {...picking}
          place={{ organization, project: projectOf(picking.cards[0]?.key ?? '') }}
          onChoose={(change) => {
            set(picking.cards, change);
          }}
          onClose={() => {
            setPicking(undefined);
          }}
        />
      )}
      {outcome && (
        <OutcomeDialog
          organization={organization}
          outcome={outcome}
          onAgain={() => {
            setOutcome(undefined);
            const refused = outcome.results.filter(({ reason }) => reason !== undefined);
            planner.again(
              refused.map(({ card }) => card),
              outcome.change,
            );
          }}
          onClose={() => {
            setOutcome(undefined);
          }}
        />
      )}
    </>
  );
  return { set, selected, selectedCards, parts };
}

const areArchived = (cards: readonly SeenItem[]): boolean => cards.every(({ archivedAt }) => archivedAt != null);

/** The fields that can be changed together: none of archived Work Items. */
function fieldsOf(cards: readonly SeenItem[]): readonly PlannedField[] {
  if (areArchived(cards)) return [];
  const areOfOneProject = new Set(cards.map(({ key }) => projectOf(key))).size === 1;
  return PLANNED_FIELDS.filter((field) => areOfOneProject || !OF_ONE_PROJECT.includes(field));
}
