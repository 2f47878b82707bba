import { useEffect, useRef } from 'preact/hooks';
import type { ProjectPlace } from '../../api/project-place.js';
import type { FaultsOf } from '../../parts/query-field/shown-faults.js';
import { QueryFilter } from '../../search/query-filter.js';
import styles from './filter-bar.module.css';

interface BoardQueryProps {
  readonly place: ProjectPlace;
  readonly value: string;
  readonly refused: FaultsOf | undefined;
  /** True when the user has just asked for the field. */
  readonly takesFocus: boolean;
  readonly onChange: (query: string) => void;
}

/** The query in the filter of a board. */
export function BoardQuery({ place, takesFocus, ...rest }: BoardQueryProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);
  return (
    <div class={styles.query}>
      <QueryFilter
        {...place}
        {...rest}
        label="Query"
        placeholder="priority >= high AND NOT blocked()"
        fieldRef={field}
      />
    </div>
  );
}
