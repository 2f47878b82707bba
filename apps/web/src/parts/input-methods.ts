/** The code of a key press that an input method has used. Safari sends it for the Enter that ends a composition, which is then no longer marked. */
const USED_BY_INPUT_METHOD = 229;

/** A key press. There is no other sign of the Enter that ends a composition in Safari than the old code. */
interface Press extends Event {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** Leaves every key of a composition to its input method: no field and no command sees it. */
export function leaveKeysToInputMethods(): void {
  addEventListener(
    'keydown',
    (event: Press) => {
      if (event.isComposing || event.keyCode === USED_BY_INPUT_METHOD) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
