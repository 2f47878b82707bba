import { useIsFetching, useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * The parts of a page below others that are still being read: they are read immediately, but shown when those above stay in their places.
 */
export function Below({ children }: { readonly children: ComponentChildren }) {
  const [isShown, setShown] = useState(false);
  const client = useQueryClient();
  const reads = useIsFetching();
  useEffect(() => {
    if (client.isFetching() === 0) setShown(true);
  }, [reads]);
  return <div hidden={!isShown}>{children}</div>;
}
