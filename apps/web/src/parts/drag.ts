import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Element = RefObject<HTMLElement | null>;

/** A place next to the row of this key. */
export interface DropPlace {
  readonly side: 'before' | 'after';
  readonly anchor: string;
}

const LINE = 'data-drop';

/** The row of a drop zone next to which the pointer is, and its side; `undefined` in a zone without rows. */
function rowAt(zone: HTMLElement | null, y: number) {
  const rows = [...(zone?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  let [from, to] = [0, rows.length];
  // The first row whose middle is below the pointer.
  while (from < to) {
    const at = (from + to) >> 1;
    const box = rows[at]?.getBoundingClientRect();
    if (box && y < box.top + box.height / 2) to = at;
    else from = at + 1;
  }
  const next = rows[from];
  const last = rows.at(-1);
  if (next) return { row: next, side: 'before' as const };
  return last && { row: last, side: 'after' as const };
}

function placeAt(zone: HTMLElement | null, y: number): DropPlace | undefined {
  const at = rowAt(zone, y);
  const anchor = at?.row.dataset.item;
  return at && anchor !== undefined ? { side: at.side, anchor } : undefined;
}

/** Shows the line at the place of the pointer; without one, none. */
function drawLine(zone: HTMLElement | null, y?: number): void {
  const at = y === undefined ? undefined : rowAt(zone, y);
  for (const row of zone?.querySelectorAll(`[${LINE}]`) ?? []) if (row !== at?.row) row.removeAttribute(LINE);
  if (at && at.row.getAttribute(LINE) !== at.side) at.row.setAttribute(LINE, at.side);
}

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
        if (!isOver) drawLine(element.current);
      };
      return dropTargetForElements({
        element: element.current,
        getData: ({ input }) => ({ place, at: placeAt(element.current, input.clientY) }),
        canDrop: ({ source: { data } }) => data.kind === kind && accepts(data.thing as Thing, place),
        onDragEnter: ({ location }) => {
          mark(true);
          drawLine(element.current, location.current.input.clientY);
        },
        onDrag: ({ location }) => {
          drawLine(element.current, location.current.input.clientY);
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
  function useDrags(onDrop: (thing: Thing, place: Place, at: DropPlace | undefined) => void): void {
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
          if (!target) return;
          const { place, at } = target.data;
          latest.current(source.data.thing as Thing, place as Place, at as DropPlace | undefined);
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
