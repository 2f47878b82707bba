/** The fields that people have typed into since their form was sent. */
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Asks before the tab is closed while a form has a text that is kept nowhere. Searches, passwords, and forms that keep drafts (`data-kept`) do not ask. */
export function guardUnsaved(): void {
  addEventListener('input', ({ target }) => {
    const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isText && target.form && isGuarded(target.form)) typed.add(target);
  });
  addEventListener('submit', ({ target }) => {
    for (const field of typed) if (field.form === target) typed.delete(field);
  });
  addEventListener('beforeunload', (event) => {
    if ([...typed].some((field) => field.isConnected && field.value !== '')) event.preventDefault();
  });
}

const isGuarded = (form: HTMLFormElement): boolean =>
  form.closest('[data-kept], [role="search"], search') === null && form.querySelector('[type="password"]') === null;
