import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { PickerDialog } from '../parts/picker-dialog.js';
import { Picker } from '../parts/picker.js';
import { Skeleton } from '../parts/skeleton.js';
import { usePeople } from '../work-item/choices.js';
import { personChoicesOf } from '../work-item/field-choices.js';
import { useOpenWork, wordsOfOpenWork } from './members.js';
import styles from './next-assignee.module.css';

/** Whoever gets the open Work Items of somebody who goes. */
export interface NextAssignee {
  readonly publicId: string;
  readonly name: string;
}

interface NextAssigneeFieldProps {
  readonly organization: string;
  /** The member who goes. */
  readonly publicId: string;
  /** `undefined`: nobody. */
  readonly chosen: NextAssignee | undefined;
  readonly onChoose: (chosen: NextAssignee | undefined) => void;
}

/** Says how many open Work Items a member has, and lets the user choose who gets them. */
export function NextAssigneeField({ organization, publicId, chosen, onChoose }: NextAssigneeFieldProps) {
  const [at, setAt] = useState<HTMLElement>();
  const { data, isPending } = useOpenWork({ organization, publicId });
  if (isPending) return <Skeleton label="Counting the open Work Items" lines={1} />;
  // Nothing is assigned: there is nothing to choose.
  if (data?.count === 0) return <p>No open Work Item is assigned.</p>;
  return (
    <div class={styles.field} role="group" aria-label="Open Work Items">
      <p>
        {data ? wordsOfOpenWork(data) : 'The open Work Items'} {data?.count === 1 ? 'goes' : 'go'} to{' '}
        <strong>{chosen?.name ?? 'nobody'}</strong>.
      </p>
      <Button
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          setAt(currentTarget);
        }}
      >
        Choose who gets them …
      </Button>
      {at && (
        <People
          at={at}
          organization={organization}
          without={publicId}
          onChoose={onChoose}
          onClose={() => {
            setAt(undefined);
          }}
        />
      )}
    </div>
  );
}

const LABEL = 'Who gets the open Work Items';

interface PeopleProps {
  readonly organization: string;
  readonly without: string;
  readonly at: HTMLElement;
  readonly onChoose: (chosen: NextAssignee | undefined) => void;
  readonly onClose: () => void;
}

function People({ organization, without, at, onChoose, onClose }: PeopleProps) {
  const [typed, setTyped] = useState('');
  const { people, isReading } = usePeople(organization, typed);
  return (
    <PickerDialog title={LABEL} at={at} onClose={onClose}>
      <Picker
        label={LABEL}
        placeholder="Find by name or username …"
        choices={personChoicesOf(people, undefined).filter(({ id }) => id !== without)}
        onText={setTyped}
        isReading={isReading}
        onChoose={(id) => {
          onClose();
          onChoose(people.find(({ publicId }) => publicId === id));
        }}
      />
    </PickerDialog>
  );
}
