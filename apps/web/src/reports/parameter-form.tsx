import type { TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import type { FaultsOf } from '../parts/query-field/shown-faults.js';
import { QueryFilter } from '../search/query-filter.js';
import type { Parameter } from './report-kinds.js';
import styles from './reports.module.css';

interface ParameterFormProps {
  readonly place: ProjectPlace;
  readonly parameters: readonly Parameter[];
  readonly query: URLSearchParams;
  readonly onChange: (query: URLSearchParams) => void;
  /** Sentences by parameter. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The errors that the server found in the query. */
  readonly refused?: FaultsOf | undefined;
}

/** The parameters of a report. A change is in the address immediately; texts and numbers when they are finished. */
export function ParameterForm({ place, parameters, query, onChange, errors, refused }: ParameterFormProps) {
  const set = (name: string, value: string) => {
    const changed = new URLSearchParams(query);
    if (value === '') changed.delete(name);
    else changed.set(name, value);
    // A number of days and a first or last day exclude each other.
    if (value !== '' && name === 'range') for (const other of ['start', 'end']) changed.delete(other);
    if (value !== '' && (name === 'start' || name === 'end')) changed.delete('range');
    onChange(changed);
  };
  return (
    <form
      class={styles.parameters}
      aria-label="Parameters"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      {parameters.map(({ kind, ...parameter }) => {
        const value = query.get(parameter.name) ?? '';
        const change = (changed: string) => {
          set(parameter.name, changed);
        };
        return kind === 'query' ? (
          <QueryParameter
            key={parameter.name}
            place={place}
            parameter={parameter}
            value={value}
            refused={refused}
            onChange={change}
          />
        ) : (
          <ParameterField
            key={parameter.name}
            parameter={{ ...parameter, kind }}
            value={value}
            error={errors[parameter.name]?.[0]}
            onChange={change}
          />
        );
      })}
    </form>
  );
}

interface QueryParameterProps {
  readonly place: ProjectPlace;
  readonly parameter: Omit<Parameter, 'kind'>;
  readonly value: string;
  readonly refused: FaultsOf | undefined;
  readonly onChange: (value: string) => void;
}

function QueryParameter({ place, parameter: { label, placeholder }, ...rest }: QueryParameterProps) {
  return (
    <div class={`${styles.parameter} ${styles.query}`}>
      <span aria-hidden="true">{label}</span>
      <QueryFilter {...place} {...rest} label={label} placeholder={placeholder} />
    </div>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter & { readonly kind: Exclude<Parameter['kind'], 'query'> };
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function ParameterField({ parameter, value, error, onChange }: ParameterFieldProps) {
  const { label, kind, choices = [], byDefault, placeholder, most } = parameter;
  const id = useId();
  const line = {
    id,
    value,
    placeholder,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    onChange: (event: TargetedEvent<HTMLInputElement>) => {
      onChange(event.currentTarget.value.trim());
    },
  };
  const described = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` };
  return (
    <div class={styles.parameter}>
      <label for={id}>{label}</label>
      {kind === 'choice' ? (
        <select
          {...described}
          id={id}
          value={value || byDefault}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value === byDefault ? '' : currentTarget.value);
          }}
        >
          {byDefault === undefined && <option value="">Any</option>}
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.name}
            </option>
          ))}
        </select>
      ) : (
        <Line kind={kind} line={line} most={most} />
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class={styles.error} role="alert">
          {`It ${error}.`}
        </p>
      )}
    </div>
  );
}

interface LineProps {
  readonly kind: Exclude<Parameter['kind'], 'choice' | 'query'>;
  readonly line: {
    readonly id: string;
    readonly value: string;
    readonly placeholder: string | undefined;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string | undefined;
    readonly onChange: (event: TargetedEvent<HTMLInputElement>) => void;
  };
  readonly most: number | undefined;
}

function Line({ kind, line: { placeholder, ...line }, most }: LineProps) {
  if (kind === 'day') return <input {...line} type="date" />;
  if (kind === 'number') return <input {...line} placeholder={placeholder} type="number" min={1} max={most} />;
  return <input {...line} placeholder={placeholder} type="text" />;
}
