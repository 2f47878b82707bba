import { useEffect, useState } from 'preact/hooks';

/** Milliseconds in which a press that takes the focus from a field has reached what it is on: nothing must come under the finger. */
const PRESS = 300;

/** Types of inputs that open no keyboard. */
const WITHOUT_KEYBOARD = new Set(['checkbox', 'radio', 'button', 'submit', 'file', 'color', 'range']);

const opensKeyboard = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !WITHOUT_KEYBOARD.has(element.type));

/** True while a field of the page has the focus: the keyboard of a phone is open. Fields of dialogs do not count, which cover the page. */
export function useTyping(): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const { activeElement: element } = document;
      if (element?.closest('dialog')) return;
      if (opensKeyboard(element)) setTyping(true);
      else timer = setTimeout(setTyping, PRESS, false);
    };
    look();
    addEventListener('focusin', look);
    addEventListener('focusout', look);
    return () => {
      clearTimeout(timer);
      removeEventListener('focusin', look);
      removeEventListener('focusout', look);
    };
  }, []);
  return isTyping;
}
