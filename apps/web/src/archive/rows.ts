/** Moves the focus from a row that goes to the button of the next one, or of the one before; without another row, to the page. */
export function focusNextRow(button: EventTarget | null): void {
  const row = button instanceof Element ? button.closest('li') : null;
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  (next?.querySelector('button') ?? document.getElementById('main'))?.focus();
}
