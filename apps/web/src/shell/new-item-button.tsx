import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { openNewItem, type NewItemValues } from './open.js';
import { tipOf } from './tooltip.js';

interface NewItemButtonProps {
  readonly values?: NewItemValues;
  /** Reads the values, where they are not known yet. */
  readonly valuesOfPlace?: () => Promise<NewItemValues>;
  readonly kind?: 'primary' | 'secondary';
}

/** Opens the form of a new Work Item. */
export function NewItemButton({ values, valuesOfPlace, kind = 'primary' }: NewItemButtonProps) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () => () => {
      // The list is not empty any more: the button goes, and the focus must not go with it.
      if (place.current?.contains(document.activeElement)) document.getElementById('main')?.focus();
    },
    [],
  );
  return (
    <span ref={place}>
      <Button
        kind={kind}
        title={tipOf('create')}
        onClick={() => {
          if (valuesOfPlace) void valuesOfPlace().then(openNewItem);
          else openNewItem(values);
        }}
      >
        <Icon name="plus" /> New Work Item
      </Button>
    </span>
  );
}
