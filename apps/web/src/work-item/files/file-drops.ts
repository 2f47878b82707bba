import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Takes files that are dropped on the element or pasted into it. Returns true while some are over it. */
export function useFiles(
  area: RefObject<HTMLElement | null>,
  onFiles: ((files: Iterable<File>) => void) | undefined,
): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const onDrag = (event: DragEvent) => {
      if (!latest.current || !hasFiles(event)) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !latest.current || !hasFiles(event)) return;
      event.preventDefault();
      latest.current(event.dataTransfer?.files ?? []);
    };
    const onPaste = (event: ClipboardEvent) => {
      // A text field has taken it, or it has a text: programs put a picture of copied cells next to their text.
      const { files, types } = event.clipboardData ?? {};
      if (event.defaultPrevented || !latest.current || !files?.length || types?.includes('text/plain')) return;
      event.preventDefault();
      latest.current([...files]);
    };
    element.addEventListener('dragover', onDrag);
    element.addEventListener('dragleave', onDrag);
    element.addEventListener('drop', onDrop);
    // Nothing that can be pasted into need have the focus.
    document.addEventListener('paste', onPaste);
    return () => {
      element.removeEventListener('dragover', onDrag);
      element.removeEventListener('dragleave', onDrag);
      element.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  return isOver;
}
