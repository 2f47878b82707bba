import { PickerDialog } from '../parts/picker-dialog.js';
import { DuePicker } from './due-picker.js';
import { marked } from './field-choices.js';
import { FieldList, ValueList } from './field-list.js';
import { FIELD_NAMES, type ItemLabel, type PickedField, type Values } from './fields.js';
import { itemChanges } from './item-changes.js';
import { projectOf } from './item-key.js';
import { LabelPicker } from './label-picker.js';
import { useWorkItem, type SeenItem } from './work-item.js';
import { statusChoicesOf } from './value-choices.js';

interface FieldPickerProps {
  readonly field: PickedField;
  readonly item: SeenItem;
  readonly organization: string;
  readonly onClose: () => void;
  readonly at?: HTMLElement | undefined;
}

/** A dialog that changes a field of one Work Item, wherever the Work Item is shown. */
export function FieldPicker({ field, item, organization, onClose, at }: FieldPickerProps) {
  const title = `${FIELD_NAMES[field]} of ${item.key}`;
  const onChoose = (values: Partial<Values>) => {
    void itemChanges.set(organization, item, values);
  };
  const props = { title, item, organization, onChoose, onClose };
  return (
    <PickerDialog title={title} at={at} onClose={onClose}>
      {field === 'status' && <ValueList {...props} choices={marked(statusChoicesOf(item.status), [item])} />}
      {field === 'dueDate' && <DuePicker {...props} />}
      {field === 'labels' && <Labels {...props} />}
      {field !== 'status' && field !== 'dueDate' && field !== 'labels' && (
        <FieldList {...props} field={field} place={placeOf(props)} items={[item]} />
      )}
    </PickerDialog>
  );
}

type OfItem = Pick<FieldPickerProps, 'item' | 'organization'>;

const placeOf = ({ organization, item }: OfItem) => ({ organization, project: projectOf(item.key) });

/** A card knows its first labels only, so the Work Item is read. */
function Labels(props: OfItem & { readonly title: string }) {
  const { organization, item, title } = props;
  const { data } = useWorkItem({ organization, key: item.key });
  const attached = data && itemChanges.over(data).labels;
  const toggle = (label: ItemLabel) => {
    if (!data || !attached) return;
    const others = attached.filter(({ id }) => id !== label.id);
    const labels = others.length < attached.length ? others : [...attached, label];
    void itemChanges.set(organization, data, { labels });
  };
  return <LabelPicker title={title} place={placeOf(props)} attached={attached} onToggle={toggle} />;
}
