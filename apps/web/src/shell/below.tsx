import { useIsFetching, useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface BelowProps {
  /** True when the user has asked for one of them: they are shown now, and can have the focus. */
  readonly isAsked?: boolean;
  /** Shown until they are. */
  readonly fallback?: ComponentChildren;
  readonly children: ComponentChildren;
}

/**
 * The parts of a page below others that are still being read: they are read immediately, but shown when those above stay in their places.
 */
export function Below({ isAsked = false, fallback, children }: BelowProps) {
  const [isShown, setShown] = useState(false);
  const client = useQueryClient();
  const reads = useIsFetching();
  useEffect(() => {
    if (isAsked || client.isFetching() === 0) setShown(true);
  }, [reads, isAsked]);
  return (
    <>
      {!isShown && fallback}
      <div hidden={!isShown}>{children}</div>
    </>
  );
}
