import { useCallback, useState } from 'preact/hooks';
import type { FaultsOf } from '../parts/query-field/shown-faults.js';
import { QueryField } from '../parts/query-field/query-field.js';
import type { QueryLanguage } from '../parts/query-field/query-language.js';
import { useNames, type WrittenOperand } from './names.js';

interface WorkItemQueryProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly organization: string;
  /** The Project that the query is about; without one, all of the Organization. */
  readonly project?: string;
  readonly language: QueryLanguage;
  readonly text: string;
  readonly refused?: FaultsOf | undefined;
  readonly submitsOnLeave?: boolean;
  readonly isQuery?: boolean;
  readonly fieldRef?: { current: HTMLTextAreaElement | null };
  readonly onText: (text: string) => void;
  readonly onSubmit: (text: string) => void;
}

/** A query on Work Items, with the names of the Organization. */
export function WorkItemQuery({ organization, project, ...rest }: WorkItemQueryProps) {
  const [operand, setOperand] = useState<WrittenOperand>({ type: undefined, typed: '' });
  const values = useNames({ organization, ...(project !== undefined && { project }) }, operand);
  const onOperand = useCallback((type: string | undefined, typed: string) => {
    setOperand({ type, typed });
  }, []);
  return <QueryField {...rest} values={values} onOperand={onOperand} />;
}
