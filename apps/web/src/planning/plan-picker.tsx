import { WORK_ITEM_PRIORITIES } from '@worktrack/domain';
import { useState } from 'preact/hooks';
import type { Card, ProjectPlace } from '../board/cards.js';
import { session } from '../identity/session.js';
import { Avatar } from '../parts/avatar.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Picker, type Choice } from '../parts/picker.js';
import { usePeople } from '../work-item/choices.js';
import { FIELD_NAMES, type Values } from '../work-item/fields.js';
import { PriorityMark } from '../work-item/marks.js';
import { PRIORITY_NAMES } from '../work-item/words.js';
import type { Sprint } from './sections.js';

export const PLANNED_FIELDS = ['sprint', 'priority', 'assignee', 'storyPoints'] as const;

export type PlannedField = (typeof PLANNED_FIELDS)[number];

interface PlanPickerProps {
  readonly field: PlannedField;
  readonly cards: readonly Card[];
  readonly place: ProjectPlace;
  readonly sprints: readonly Sprint[];
  readonly onChoose: (values: Partial<Values>) => void;
  readonly onClose: () => void;
}

type ValueChoice = Choice & { readonly values: Partial<Values> };

/** Chooses a value of one field for some Work Items. */
export function PlanPicker({ field, cards, place, sprints, onChoose, onClose }: PlanPickerProps) {
  const [text, setText] = useState('');
  const people = usePeople(place.organization, field === 'assignee' ? text : '');
  const choices = {
    sprint: sprintChoices,
    priority: priorityChoices,
    assignee: assigneeChoices,
    storyPoints: pointChoices,
  }[field]();
  const of = cards.length === 1 ? cards[0]?.key : `${cards.length} Work Items`;
  const title = `${FIELD_NAMES[field]} of ${of}`;

  function sprintChoices(): readonly ValueChoice[] {
    return [
      ...sprints.map(({ id, name, state }) => ({
        id,
        name,
        before: <Icon name="calendar" />,
        after: state === 'active' ? 'active' : 'to come',
        values: { sprint: { id, name, state } },
      })),
      { id: 'none', name: 'Backlog', words: 'no sprint', before: <Icon name="inbox" />, values: { sprint: null } },
    ];
  }

  function priorityChoices(): readonly ValueChoice[] {
    return [...WORK_ITEM_PRIORITIES].reverse().map((priority) => ({
      id: priority,
      name: PRIORITY_NAMES[priority],
      before: <PriorityMark priority={priority} />,
      values: { priority },
    }));
  }

  function assigneeChoices(): readonly ValueChoice[] {
    const own = session.value?.user.publicId;
    const sorted = [...people].sort((a, b) => Number(b.publicId === own) - Number(a.publicId === own));
    return [
      ...sorted.map(({ publicId, name, username }) => ({
        id: publicId,
        name,
        ...(username !== null && { words: username }),
        after: publicId === own ? 'me' : (username ?? ''),
        before: <Avatar name={name} />,
        values: { assignee: { publicId, name, avatarUrl: null } },
      })),
      { id: 'none', name: 'Nobody', before: <Icon name="x" />, values: { assignee: null } },
    ];
  }

  function pointChoices(): readonly ValueChoice[] {
    const typed = /^\d{1,5}$/.test(text.trim()) ? [Number(text)] : [];
    return [
      ...[...new Set([...typed, 0, 1, 2, 3, 5, 8, 13, 21])].map((points) => ({
        id: String(points),
        name: String(points),
        values: { storyPoints: points },
      })),
      { id: 'none', name: 'No estimate', before: <Icon name="x" />, values: { storyPoints: null } },
    ];
  }

  return (
    <Dialog title={title} place="top" bare onClose={onClose}>
      <Picker
        label={title}
        placeholder={`${title} …`}
        choices={choices}
        onText={setText}
        onChoose={(id) => {
          const chosen = choices.find((choice) => choice.id === id);
          onClose();
          if (chosen) onChoose(chosen.values);
        }}
      />
    </Dialog>
  );
}
