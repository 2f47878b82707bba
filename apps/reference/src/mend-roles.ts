/**
 * Lists markup of the component that readers of the screen cannot use, and how it is mended. A mended element matches no longer: each change is
 * looked at again.
 */
const MENDS: readonly { readonly selector: string; readonly mend: (element: Element) => void }[] = [
  // A field with suggestions says whether they are open.
  {
    selector: '[role="combobox"]:not([aria-expanded])',
    mend: (element) => {
      element.setAttribute('aria-expanded', 'false');
    },
  },
  // A button is one.
  {
    selector: 'button:is([role="none"], [role="alert"])',
    mend: (element) => {
      element.removeAttribute('role');
    },
  },
  // A response, or a body, has a name.
  {
    selector: '.cm-content:not([aria-label])',
    mend: (element) => {
      element.setAttribute('aria-label', 'Code');
    },
  },
  // A response that cannot be edited is reached by the tab key all the same: its lines scroll.
  {
    selector: '.cm-content[contenteditable="false"]:not([tabindex])',
    mend: (element) => {
      element.setAttribute('tabindex', '0');
    },
  },
  // A response that is an image.
  {
    selector: 'img:not([alt])',
    mend: (element) => {
      element.setAttribute('alt', 'The image of the response');
    },
  },
  // A button controls nothing that is not in the page.
  {
    selector: 'button[aria-label="Copy code"][aria-controls]',
    mend: (element) => {
      element.removeAttribute('aria-controls');
    },
  },
  // The page and the dialog have a place for notices each: one region of this name is enough.
  {
    selector: '.scalar-app-layout > section[aria-live]:not([role])',
    mend: (element) => {
      element.setAttribute('role', 'status');
    },
  },
];

/** Mends roles and attributes of the component's elements below `root`, those too that it adds or changes later: once for each frame. */
export function mendRoles(root: Element): void {
  let isPlanned = false;
  const mendAll = (): void => {
    isPlanned = false;
    for (const { selector, mend } of MENDS) root.querySelectorAll(selector).forEach(mend);
    // While the dialog that tries requests is open, the page is out of reach for keys and readers.
    const isModal = root.querySelector('.scalar-client--open') !== null;
    root.querySelector('main.references-rendered')?.toggleAttribute('inert', isModal);
  };
  const plan = (): void => {
    if (!isPlanned) requestAnimationFrame(mendAll);
    isPlanned = true;
  };
  new MutationObserver(plan).observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['role', 'aria-expanded', 'class'],
  });
}
