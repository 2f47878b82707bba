/** Keeps two accidents from happening: the wheel changes no number, and a file that is dropped next to its place does not replace the page. */
export function preventAccidents(): void {
  addEventListener(
    'wheel',
    ({ target }) => {
      const isNumber = target instanceof HTMLInputElement && target.type === 'number';
      // Without the focus a field does not follow the wheel.
      if (isNumber && document.activeElement === target) target.blur();
    },
    { capture: true, passive: true },
  );
  for (const type of ['dragover', 'drop'] as const) {
    addEventListener(type, (event) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
  }
}
