// The parts of a page that the client of the API needs: an address, and requests that are relative to it.
const ORIGIN = 'http://track.example';

globalThis.location = { origin: ORIGIN };
globalThis.Request = class extends Request {
  constructor(input, init) {
    super(input instanceof Request ? input : new URL(input, ORIGIN), init);
  }
};

// The events of the window, such as `online`.
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.removeEventListener = page.removeEventListener.bind(page);
