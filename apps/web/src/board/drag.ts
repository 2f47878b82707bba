import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { signal } from '@preact/signals';
import type { WorkItemStatus } from '@worktrack/domain';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { canMove } from '../work-item/status-moves.js';
import type { Card } from './cards.js';

/** The card that is being dragged. */
export const dragged = signal<Pick<Card, 'key' | 'status'> | undefined>(undefined);

/** Lets a card be dragged. */
export function useDraggable(element: RefObject<HTMLElement | null>, card: Card): void {
  const now = useRef(card);
  now.current = card;
  useEffect(() => {
    if (!element.current) return undefined;
    return draggable({ element: element.current, getInitialData: () => ({ card: now.current }) });
  }, []);
}

/** Lets cards be dropped, where the state machine allows it. */
export function useDropZone(element: RefObject<HTMLElement | null>, status: WorkItemStatus): void {
  useEffect(() => {
    if (!element.current) return undefined;
    const mark = (isOver: boolean) => {
      element.current?.toggleAttribute('data-over', isOver);
    };
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ status }),
      canDrop: ({ source }) => canMove((source.data.card as Card).status, status),
      onDragEnter: () => {
        mark(true);
      },
      onDragLeave: () => {
        mark(false);
      },
      onDrop: () => {
        mark(false);
      },
    });
  }, []);
}

/** Follows each drag from its begin to its end. */
export function useDrags(onDrop: (card: Card, to: WorkItemStatus) => void): void {
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const stop = monitorForElements({
      canMonitor: ({ source }) => 'card' in source.data,
      onDragStart: ({ source }) => {
        dragged.value = source.data.card as Card;
      },
      onDrop: ({ source, location }) => {
        dragged.value = undefined;
        const status = location.current.dropTargets[0]?.data.status;
        if (status !== undefined) latest.current(source.data.card as Card, status as WorkItemStatus);
      },
    });
    return () => {
      stop();
      dragged.value = undefined;
    };
  }, []);
}
