import { useEffect, useState } from 'preact/hooks';
import type { FaultsOf } from '../parts/query-field/shown-faults.js';
import { FILTER_LANGUAGE } from './language.js';
import { WorkItemQuery } from './work-item-query.js';

interface QueryFilterProps {
  readonly organization: string;
  readonly project: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly value: string;
  /** The errors that the server found. */
  readonly refused: FaultsOf | undefined;
  readonly fieldRef?: { current: HTMLTextAreaElement | null };
  readonly onChange: (value: string) => void;
}

/** A query that filters what has its own order: it is asked when it is finished and has no errors. */
export function QueryFilter({ value, placeholder, onChange, ...rest }: QueryFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => {
    setText(value);
  }, [value]);
  return (
    <WorkItemQuery
      {...rest}
      {...(placeholder !== undefined && { placeholder })}
      language={FILTER_LANGUAGE}
      text={text}
      submitsOnLeave
      onText={setText}
      onSubmit={(query) => {
        if (query.trim() !== value) onChange(query.trim());
      }}
    />
  );
}
