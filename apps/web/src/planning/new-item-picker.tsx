import type { ProjectPlace } from '../api/project-place.js';
import { PickerDialog } from '../parts/picker-dialog.js';
import { FieldList } from '../work-item/field-list.js';
import { FIELD_NAMES } from '../work-item/fields.js';
import { LabelPicker } from '../work-item/label-picker.js';
import type { ItemDraft } from './item-draft.js';
import type { LongField } from './new-item-fields.js';

interface NewItemPickerProps {
  readonly field: LongField;
  readonly at: HTMLElement;
  readonly draft: ItemDraft;
  readonly place: ProjectPlace;
  readonly onChange: (members: Partial<ItemDraft>) => void;
  readonly onClose: () => void;
}

/** Chooses a value of a new Work Item by typing. */
export function NewItemPicker({ field, at, draft, place, onChange, onClose }: NewItemPickerProps) {
  const { parent, labels, assignee, assigneeName } = draft;
  const title = `${FIELD_NAMES[field]} of the new Work Item`;
  const chosen = assignee === '' ? null : { publicId: assignee, name: assigneeName };
  return (
    <PickerDialog title={title} at={at} onClose={onClose}>
      {field === 'labels' ? (
        <LabelPicker
          title={title}
          place={place}
          attached={labels}
          onToggle={({ id, name }) => {
            const others = labels.filter((one) => one.id !== id);
            onChange({ labels: others.length < labels.length ? others : [...labels, { id, name }] });
          }}
        />
      ) : (
        <FieldList
          title={title}
          field={field}
          place={place}
          items={[{ parent, assignee: chosen }]}
          onChoose={(values) => {
            if (values.parent !== undefined) onChange({ parent: values.parent });
            const { publicId = '', name = '' } = values.assignee ?? {};
            if (values.assignee !== undefined) onChange({ assignee: publicId, assigneeName: name });
          }}
          onClose={onClose}
        />
      )}
    </PickerDialog>
  );
}
