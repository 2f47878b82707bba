import { useRef, useState } from 'preact/hooks';
import { session } from '../identity/session.js';
import { useCommands } from '../shell/commands.js';
import { announce } from '../shell/notices.js';
import type { Command, Place } from '../shell/registry.js';
import { FieldPicker, type PickedField } from './field-picker.js';
import { FIELD_NAMES } from './fields.js';
import { itemChanges } from './item-changes.js';
import { nextStatus } from './legality.js';
import type { SeenItem } from './work-item.js';
import { STATUS_NAMES } from './words.js';

/** The keys that open the picker of a field. */
export const FIELD_KEYS: Readonly<Partial<Record<PickedField, string>>> = {
  status: 's',
  priority: 'p',
  assignee: 'a',
  labels: 'l',
  storyPoints: 'e',
  dueDate: 'd',
  sprint: 'm',
};

interface FieldKeys {
  readonly organization: string;
  /** The part of the application in which the keys hold. */
  readonly when: Place;
  /** The Work Item that the keys are about now; `undefined`: there is none. */
  readonly active: () => SeenItem | undefined;
  /** Fields whose keys the place has itself. */
  readonly except?: readonly PickedField[];
}

interface Picking {
  readonly field: PickedField;
  readonly item: SeenItem;
}

/**
 * Registers the keys by which people change the Work Item that they are at. Returns the picker that is open, to be rendered, and `pick`,
 * which opens one.
 */
export function useFieldKeys({ organization, when, active, except = [] }: FieldKeys) {
  const [picking, setPicking] = useState<Picking>();
  const latest = useRef(active);
  latest.current = active;
  const pick = (field: PickedField, item = latest.current()) => {
    if (item) setPicking({ field, item: itemChanges.over(item) });
  };
  const pickers = (Object.keys(FIELD_KEYS) as PickedField[])
    .filter((field) => !except.includes(field))
    .map((field): Command => ({
      id: `${when} ${field}`,
      name: `Change the ${FIELD_NAMES[field].toLowerCase()} …`,
      keys: [FIELD_KEYS[field] ?? ''],
      when,
      run: () => {
        pick(field);
      },
    }));
  const shift = (direction: 1 | -1) => () => {
    const item = latest.current();
    if (!item) return;
    const { status, key } = itemChanges.over(item);
    const to = status && nextStatus(status, direction);
    if (to) void itemChanges.set(organization, item, { status: to });
    else if (status) announce(`${key} is ${STATUS_NAMES[status]} and can go no further.`);
  };
  const shifts: readonly Command[] = except.includes('status')
    ? []
    : [
        { id: `${when} on`, name: 'Move to the next status', keys: [']'], when, run: shift(1) },
        { id: `${when} back`, name: 'Move to the status before', keys: ['['], when, run: shift(-1) },
      ];
  const toMe: Command = {
    id: `${when} assign to me`,
    name: 'Assign to me',
    keys: ['i'],
    when,
    run: () => {
      const item = latest.current();
      const user = session.peek()?.user;
      if (!item || !user) return;
      const { publicId, name, avatarUrl } = user;
      void itemChanges.set(organization, item, { assignee: { publicId, name, avatarUrl } });
    },
  };
  useCommands([...pickers, ...shifts, toMe], [organization, when]);
  const picker = picking && (
    <FieldPicker
      {...picking}
      organization={organization}
      onClose={() => {
        setPicking(undefined);
      }}
    />
  );
  return { picker, pick };
}
