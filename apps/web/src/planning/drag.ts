import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The key of the Work Item that is being dragged into a Sprint. */
export const draggedKey = signal<string | undefined>(undefined);

/** Lets a row be dragged by its key. */
export function useDraggableRow(element: RefObject<HTMLElement | null>, key: string): void {
  useEffect(() => {
    if (!element.current) return undefined;
    return draggable({ element: element.current, getInitialData: () => ({ planned: key }) });
  }, [key]);
}

/** Lets rows be dropped on a section. */
export function useDropSection(element: RefObject<HTMLElement | null>, section: string): void {
  useEffect(() => {
    if (!element.current) return undefined;
    const mark = (isOver: boolean) => {
      element.current?.toggleAttribute('data-over', isOver);
    };
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ section }),
      canDrop: ({ source }) => 'planned' in source.data,
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
  }, [section]);
}

/** Follows each drag of a row from its begin to its end. */
export function useRowDrags(onDrop: (key: string, section: string) => void): void {
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const stop = monitorForElements({
      canMonitor: ({ source }) => 'planned' in source.data,
      onDragStart: ({ source }) => {
        draggedKey.value = source.data.planned as string;
      },
      onDrop: ({ source, location }) => {
        draggedKey.value = undefined;
        const section = location.current.dropTargets[0]?.data.section;
        if (section !== undefined) latest.current(source.data.planned as string, section as string);
      },
    });
    return () => {
      stop();
      draggedKey.value = undefined;
    };
  }, []);
}
