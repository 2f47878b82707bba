import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Icon } from '../parts/icon.js';
import { Picker } from '../parts/picker.js';
import { useFoundItems } from './found.js';
import type { Values } from './fields.js';
import { TypeMark } from './marks.js';

type Parent = Values['parent'];

interface ParentPickerProps {
  readonly title: string;
  readonly place: ProjectPlace;
  readonly parent: Parent;
  /** The key of the Work Item itself, which cannot be chosen. */
  readonly own?: string;
  readonly onChoose: (parent: Parent) => void;
}

/** Chooses the parent of a Work Item out of those that a text finds in its Project. */
export function ParentPicker({ title, place, parent, own, onChoose }: ParentPickerProps) {
  const [text, setText] = useState('');
  const { items = [], isReading } = useFoundItems(place, text);
  const found = items.filter(({ key }) => key !== own);
  const current = (key: string | undefined) => parent?.key === key && { after: <Icon name="check" label="now" /> };
  return (
    <Picker
      label={title}
      placeholder="Parent …"
      onText={setText}
      isReading={isReading}
      choices={[
        { id: 'none', name: 'No parent', before: <Icon name="x" />, ...current(undefined) },
        ...found.map(({ key, title: name = '', type = 'task' }) => ({
          id: key,
          name,
          words: key,
          isFound: !isReading,
          before: <TypeMark type={type} />,
          after: key,
        })),
      ]}
      onChoose={(id) => {
        const chosen = found.find(({ key }) => key === id);
        onChoose(chosen ? { key: chosen.key, title: chosen.title ?? '' } : null);
      }}
    />
  );
}
