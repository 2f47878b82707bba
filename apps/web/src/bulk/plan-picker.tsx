import { allowedTargets, isWordField, WORK_ITEM_STATUSES } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { session } from '../api/session.js';
import { PersonAvatar } from '../shell/person-avatar.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Picker, type Choice } from '../parts/picker.js';
import { useLabelChoices, usePeople, useSprintChoices } from '../work-item/choices.js';
import { DuePicker } from '../work-item/due-picker.js';
import { FIELD_NAMES, type PlannedField } from '../work-item/fields.js';
import { LabelDot, StatusMark } from '../work-item/marks.js';
import { pointChoicesOf, wordChoicesOf, type ValueChoice } from '../work-item/value-choices.js';
import { STATUS_NAMES } from '../work-item/words.js';
import type { SeenItem } from '../work-item/work-item.js';
import type { ManyChange } from './many.js';

interface PlanPickerProps {
  readonly field: PlannedField;
  readonly cards: readonly SeenItem[];
  readonly place: ProjectPlace;
  readonly onChoose: (change: ManyChange) => void;
  readonly onClose: () => void;
}

type PlanChoice = Choice & { readonly change: ManyChange };

const set = (values: (ManyChange & { kind: 'values' })['values']) => ({ change: { kind: 'values', values } as const });

const planned = ({ values, ...choice }: ValueChoice): PlanChoice => ({ ...choice, ...set(values) });

/** Chooses a value of one field for some Work Items. */
export function PlanPicker({ field, cards, place, onChoose, onClose }: PlanPickerProps) {
  const [text, setText] = useState('');
  const { people, ...ofPeople } = usePeople(place.organization, field === 'assignee' ? text : '');
  const { labels, ...ofLabels } = useLabelChoices(place);
  const { sprints, ...ofSprints } = useSprintChoices(place);
  const of = cards.length === 1 ? cards[0]?.key : `${cards.length} Work Items`;
  const title = `${FIELD_NAMES[field]} of ${of}`;

  function sprintChoices(): readonly PlanChoice[] {
    return [
      ...sprints.map(({ id, name, state }) => ({
        id,
        name,
        before: <Icon name="calendar" />,
        after: state === 'active' ? 'active' : 'to come',
        ...set({ sprint: { id, name, state } }),
      })),
      { id: 'none', name: 'Backlog', words: 'no sprint', before: <Icon name="inbox" />, ...set({ sprint: null }) },
    ];
  }

  function assigneeChoices(): readonly PlanChoice[] {
    const own = session.value?.user.publicId;
    const sorted = [...people].sort((a, b) => Number(b.publicId === own) - Number(a.publicId === own));
    return [
      ...sorted.map(({ publicId, name, username }) => ({
        id: publicId,
        name,
        ...(username !== null && { words: username }),
        after: publicId === own ? 'me' : (username ?? ''),
        before: <PersonAvatar person={{ publicId, name }} />,
        ...set({ assignee: { publicId, name, avatarUrl: null } }),
      })),
      { id: 'none', name: 'Nobody', before: <Icon name="x" />, ...set({ assignee: null }) },
    ];
  }

  /** Returns the statuses that some of the Work Items can take, with the number of these items. */
  function statusChoices(): readonly PlanChoice[] {
    return WORK_ITEM_STATUSES.flatMap((status) => {
      const able = cards.filter(
        (card) => card.status !== undefined && allowedTargets(card.status, false).includes(status),
      ).length;
      const name = STATUS_NAMES[status];
      if (able === 0) return [];
      return [
        {
          id: status,
          name,
          before: <StatusMark status={status} />,
          ...set({ status }),
          ...(able < cards.length && { after: `${able} of ${cards.length}` }),
        },
      ];
    });
  }

  /** Every label can be attached; those can be taken off that some of the Work Items have, or might have. */
  function labelChoices(): readonly PlanChoice[] {
    const attached = new Set(cards.flatMap(({ labels = [] }) => labels.map(({ id }) => id)));
    const isCertain = cards.every((card) => card.labels && (card.labelCount ?? 0) <= card.labels.length);
    const choice = (label: (typeof labels)[number], isAttached: boolean) => ({
      id: `${isAttached ? 'with' : 'without'} ${label.id}`,
      name: label.name,
      group: isAttached ? 'Add' : 'Remove',
      words: isAttached ? 'attach add' : 'take off remove',
      before: <LabelDot color={label.color} />,
      change: { kind: 'label', label, isAttached } as const,
    });
    return [
      ...labels.map((label) => choice(label, true)),
      ...labels.filter(({ id }) => attached.has(id) || !isCertain).map((label) => choice(label, false)),
    ];
  }

  if (field === 'dueDate') {
    const [first] = cards;
    const dueDate = cards.every((card) => card.dueDate === first?.dueDate) ? (first?.dueDate ?? null) : null;
    return (
      <Dialog title={title} place="top" bare onClose={onClose}>
        <DuePicker
          title={title}
          organization={place.organization}
          item={{ dueDate }}
          onChoose={(values) => {
            onChoose({ kind: 'values', values });
          }}
          onClose={onClose}
        />
      </Dialog>
    );
  }
  const choices: readonly PlanChoice[] = isWordField(field)
    ? wordChoicesOf(field).map(planned)
    : {
        sprint: sprintChoices,
        assignee: assigneeChoices,
        storyPoints: () => pointChoicesOf(text).map(planned),
        status: statusChoices,
        labels: labelChoices,
      }[field]();
  return (
    <Dialog title={title} place="top" bare onClose={onClose}>
      <Picker
        label={title}
        placeholder={`${title} …`}
        choices={choices}
        isReading={{ assignee: ofPeople, labels: ofLabels, sprint: ofSprints }[field as string]?.isReading === true}
        onText={setText}
        onChoose={(id) => {
          const chosen = choices.find((choice) => choice.id === id);
          onClose();
          if (chosen) onChoose(chosen.change);
        }}
      />
    </Dialog>
  );
}
