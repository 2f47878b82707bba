import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Element = RefObject<HTMLElement | null>;

/** Things of one kind that are dragged to places of one kind. `accepts` says whether a place takes a thing. */
export function dragsOf<Thing, Place>(accepts: (thing: Thing, place: Place) => boolean) {
  const kind = Symbol('drags');
  const dragged = signal<Thing | undefined>(undefined);

  function useDraggable(element: Element, thing: Thing): void {
    const now = useRef(thing);
    now.current = thing;
    useEffect(() => {
      if (!element.current) return undefined;
      return draggable({ element: element.current, getInitialData: () => ({ kind, thing: now.current }) });
    }, []);
  }

  function useDropZone(element: Element, place: Place): void {
    useEffect(() => {
      if (!element.current) return undefined;
      const mark = (isOver: boolean) => {
        element.current?.toggleAttribute('data-over', isOver);
      };
      return dropTargetForElements({
        element: element.current,
        getData: () => ({ place }),
        canDrop: ({ source: { data } }) => data.kind === kind && accepts(data.thing as Thing, place),
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
    }, [place]);
  }

  /** Follows each drag from its begin to its end. */
  function useDrags(onDrop: (thing: Thing, place: Place) => void): void {
    const latest = useRef(onDrop);
    latest.current = onDrop;
    useEffect(() => {
      const stop = monitorForElements({
        canMonitor: ({ source }) => source.data.kind === kind,
        onDragStart: ({ source }) => {
          dragged.value = source.data.thing as Thing;
        },
        onDrop: ({ source, location }) => {
          dragged.value = undefined;
          const [target] = location.current.dropTargets;
          if (target) latest.current(source.data.thing as Thing, target.data.place as Place);
        },
      });
      return () => {
        stop();
        dragged.value = undefined;
      };
    }, []);
  }

  return { /** The thing that is being dragged. */ dragged, useDraggable, useDropZone, useDrags };
}
