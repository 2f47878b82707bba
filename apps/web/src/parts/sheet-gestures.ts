/** Pixels by which a sheet must be dragged to close. */
const FAR_ENOUGH = 80;

/** Closes a sheet by Back and by a finger that drags its grip down, and keeps it above the keyboard of the phone. Returns how to stop. */
export function beginGestures(sheet: HTMLElement, close: () => void): () => void {
  const stops = [closeOnBack(close), closeOnDrag(sheet, close), stayAboveKeyboard(sheet)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The part of the Navigation API that is used; older browsers do not have it, and Back leaves the page there. */
interface Navigation extends EventTarget {
  readonly currentEntry: { readonly index: number } | null;
  readonly entries: () => readonly { readonly sameDocument: boolean }[];
}

interface NavigateEvent extends Event {
  readonly navigationType: string;
}

/** How to close what is open, the last one on top. */
const opened: (() => void)[] = [];

function closeOnBack(close: () => void): () => void {
  const { navigation } = globalThis as { readonly navigation?: Navigation };
  if (!navigation) return () => undefined;
  // Only a step within the document can be stopped: the first page gets one.
  const before = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (before?.sameDocument !== true) history.pushState(history.state, '');
  const onNavigate = (event: Event) => {
    if ((event as NavigateEvent).navigationType !== 'traverse' || !event.cancelable || opened.at(-1) !== close) return;
    event.preventDefault();
    // After all listeners: what is below must not close, too.
    setTimeout(close);
  };
  opened.push(close);
  navigation.addEventListener('navigate', onNavigate);
  return () => {
    opened.splice(opened.indexOf(close), 1);
    navigation.removeEventListener('navigate', onNavigate);
  };
}

function closeOnDrag(sheet: HTMLElement, close: () => void): () => void {
  const onPointerDown = ({ target, pointerId, pointerType, clientY: from }: PointerEvent) => {
    const isGrip = target instanceof Element && target.closest('[data-grip]') && !target.closest('button');
    if (!isGrip || pointerType === 'mouse') return;
    let by = 0;
    sheet.setPointerCapture(pointerId);
    const onMove = ({ clientY }: PointerEvent) => {
      by = Math.max(0, clientY - from);
      sheet.style.translate = `0 ${by}px`;
    };
    const onEnd = ({ type }: PointerEvent) => {
      sheet.removeEventListener('pointermove', onMove);
      for (const end of ENDS) sheet.removeEventListener(end, onEnd);
      sheet.style.translate = '';
      if (type === 'pointerup' && by >= FAR_ENOUGH) close();
    };
    sheet.addEventListener('pointermove', onMove);
    for (const end of ENDS) sheet.addEventListener(end, onEnd);
  };
  sheet.addEventListener('pointerdown', onPointerDown);
  return () => {
    sheet.removeEventListener('pointerdown', onPointerDown);
  };
}

const ENDS = ['pointerup', 'pointercancel'] as const;

/** Where the keyboard lies over the page instead of making the window smaller, the sheet ends above it. */
function stayAboveKeyboard(sheet: HTMLElement): () => void {
  const seen = visualViewport;
  if (!seen) return () => undefined;
  const fit = () => {
    // A page that is zoomed in has a small viewport, too.
    const hidden = seen.scale > 1 ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop);
    sheet.style.setProperty('--keyboard', `${Math.round(hidden)}px`);
  };
  fit();
  seen.addEventListener('resize', fit);
  seen.addEventListener('scroll', fit);
  return () => {
    seen.removeEventListener('resize', fit);
    seen.removeEventListener('scroll', fit);
  };
}
