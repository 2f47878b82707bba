import { eventually } from '../kit/eventually.js';
import { givenProject, givenWorkItem } from '../kit/given.js';
import { sharedServer } from '../kit/run.js';
import { WebKit } from '../kit/webkit.js';
import { World } from '../kit/world.js';

const world = new World('web-webkit');
let webkit: WebKit;

beforeAll(async () => {
  webkit = await WebKit.start(sharedServer().baseUrl);
  await webkit.enter(world, 'owner');
}, 120_000);

afterAll(() => webkit.end());

/** Waits until the heading of the page is this text. */
const headed = (title: string): Promise<void> =>
  webkit.until(`the heading ${title}`, (wanted) => document.querySelector('h1')?.textContent.trim() === wanted, title);

const shows = (text: string): Promise<void> =>
  webkit.until(text, (wanted) => document.body.innerText.includes(wanted), text);

/** Waits until the Work Item with this title has the focus. */
const focused = (title: string): Promise<void> =>
  webkit.until(
    `the focus on ${title}`,
    (wanted) => document.activeElement?.closest('[data-item]')?.querySelector('a')?.textContent === wanted,
    title,
  );

/** Gives the link with this text the focus, as Tab does. */
const focusLink = async (text: string): Promise<void> => {
  await webkit.place('a', text);
  await webkit.run((wanted) => {
    [...document.querySelectorAll('a')].find((one) => one.textContent === wanted)?.focus();
  }, text);
};

/** Opens the page of a new Work Item. Returns the Work Item. */
async function openedItem(description: string | null = null): Promise<any> {
  const item = await givenWorkItem(world.owner, world.project(), { title: 'Paint the door', description });
  await webkit.open(`/o/${world.slug}/items/${item.key}`);
  await headed('Paint the door');
  return item;
}

/** Puts a text into a field as pasting does. */
const paste = (selector: string, text: string): Promise<void> =>
  webkit.run(
    (wanted, pasted) => {
      document.querySelector<HTMLElement>(wanted)!.focus();
      // eslint-disable-next-line typescript/no-deprecated -- nothing else tells the field and the page as pasting does
      document.execCommand('insertText', false, pasted);
    },
    selector,
    text,
  );

const valueOf = (selector: string): Promise<string> =>
  webkit.run((wanted) => document.querySelector<HTMLTextAreaElement>(wanted)!.value, selector);

const COMMENT = 'textarea[aria-label="Comment"]';
const DESCRIPTION = 'textarea[aria-label="Description"]';

const hasFocus = (selector: string): Promise<void> =>
  webkit.until(`the focus in ${selector}`, (wanted) => document.activeElement?.matches(wanted) === true, selector);

/** Sends the events of a drag: the automation of WebKitGTK moves the mouse, and begins no drag. Runs in the page. */
async function dragInPage(what: string, where: string): Promise<void> {
  const dataTransfer = new DataTransfer();
  const send = (type: string, target: Element): unknown => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const [clientX, clientY] = [left + width / 2, top + height / 2];
    return target.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX, clientY }),
    );
  };
  const frame = (): Promise<unknown> => new Promise((painted) => requestAnimationFrame(painted));
  const card = document.querySelector(what)!;
  const target = document.querySelector(where)!;
  for (const [type, element] of [
    ['dragstart', card],
    ['dragenter', target],
    ['dragover', target],
    ['drop', target],
    ['dragend', card],
  ] as const) {
    send(type, element);
    await frame();
    await frame();
  }
}

describe('In WebKit', () => {
  it('a card moves by keys and by the mouse', async () => {
    const { key } = await givenProject(world.owner, world.org());
    const item = await givenWorkItem(world.owner, world.project(key), { title: 'Engine', status: 'todo' });
    await webkit.open(`/o/${world.slug}/${key}/board`);
    await focusLink('Engine');
    await webkit.press(']');
    await webkit.place('ul[data-status="in_progress"] a', 'Engine');
    await focused('Engine');
    await shows(`${item.key} is In progress now.`);
    await webkit.picture('webkit-board');
    await webkit.run(dragInPage, 'ul[data-status="in_progress"] [data-item]', 'ul[data-status="done"]');
    await webkit.place('ul[data-status="done"] a', 'Engine');
    expect((await world.owner.get(world.item(item.key))).body.status).toBe('done');
  });

  it('Back brings back what was scrolled and the Work Item with the focus', async () => {
    const { key } = await givenProject(world.owner, world.org());
    for (let n = 10; n < 50; n += 1) {
      await givenWorkItem(world.owner, world.project(key), { title: `Door ${n}`, status: 'todo' });
    }
    await webkit.open(`/o/${world.slug}/${key}/board`);
    await webkit.until('all cards', () => document.querySelectorAll('[data-item] a').length >= 40);
    const title = await webkit.run(() => [...document.querySelectorAll('[data-item] a')].at(-1)!.textContent);
    await webkit.place('a', title);
    await focusLink(title);
    const isScrolled = (): boolean =>
      [...document.querySelectorAll('[data-scroller]')].some(({ scrollTop }) => scrollTop > 300);
    expect(await webkit.run(isScrolled)).toBe(true);
    // The event of the scrolling comes with the next frame.
    await webkit.run(
      () =>
        new Promise<void>((painted) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              painted();
            }),
          ),
        ),
    );
    await webkit.press('Enter');
    await headed(title);
    await webkit.back();
    await focused(title);
    await webkit.until('the place', isScrolled);
  });

  it('Escape asks before it drops a description, and keeps what was typed', async () => {
    await openedItem('As it was');
    await webkit.click('button', 'Edit the description');
    await hasFocus(DESCRIPTION);
    await webkit.type(' and more');
    await webkit.press('Escape');
    await webkit.place('[role=alertdialog]');
    await webkit.picture('webkit-question');
    await webkit.press('Escape');
    await webkit.until('no question', () => document.querySelector('[role=alertdialog][open]') === null);
    await hasFocus(DESCRIPTION);
    expect(await valueOf(DESCRIPTION)).toContain('and more');
    await webkit.press('Control', 'Enter');
    await webkit.place('button', 'Edit the description');
    await shows('and more');
  });

  it('a comment that is too long is kept, counted, and not sent until it is short enough', async () => {
    await openedItem();
    await webkit.place(COMMENT);
    await paste(COMMENT, 'a'.repeat(2_450));
    expect(await valueOf(COMMENT)).toHaveLength(2_450);
    await shows('450 characters too many: at most 2000.');
    await webkit.press('Control', 'Enter');
    expect(await webkit.run(() => document.querySelectorAll('article').length)).toBe(0);
    await webkit.run((wanted) => {
      document.querySelector<HTMLTextAreaElement>(wanted)!.select();
    }, COMMENT);
    await paste(COMMENT, 'Short');
    await webkit.press('Control', 'Enter');
    await webkit.place('article');
  });

  it('the Enter that ends a composition sends nothing', async () => {
    await openedItem();
    await webkit.place(COMMENT);
    await paste(COMMENT, '日本');
    // Safari sends the key after the end of the composition, and marks it by its code only.
    const pressed = (keyCode: number): Promise<void> =>
      webkit.run(
        (wanted, code) => {
          const field = document.querySelector<HTMLTextAreaElement>(wanted)!;
          field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
          const press = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true });
          Object.defineProperty(press, 'keyCode', { value: code });
          field.dispatchEvent(press);
        },
        COMMENT,
        keyCode,
      );
    await pressed(229);
    expect(await webkit.run(() => document.querySelectorAll('article').length)).toBe(0);
    expect(await valueOf(COMMENT)).toBe('日本');
    await pressed(13);
    await webkit.place('article');
    expect(await webkit.run(() => document.querySelectorAll('article').length)).toBe(1);
  });

  it('two people who change one title see both values', async () => {
    const item = await openedItem();
    await webkit.click('button', 'Rename');
    await hasFocus('[aria-label="Title"]');
    await webkit.press('Control', 'a');
    await webkit.type('Mine');
    await world.owner.patch(world.item(item.key), { title: 'Theirs' }, { ifMatch: '*' });
    await webkit.press('Enter');
    await shows('Theirs');
    await shows('Mine');
    await webkit.picture('webkit-conflict');
  });

  it('a query is completed by keys', async () => {
    await webkit.open(`/o/${world.slug}/search`);
    await webkit.click('textarea, input[role=combobox], [role=combobox]');
    await webkit.type('status = done and assi');
    await webkit.place('[role=option]');
    await webkit.press('Enter');
    await webkit.until('the field of the query', () =>
      (document.activeElement as HTMLTextAreaElement).value.startsWith('status = done and assignee'),
    );
    await webkit.picture('webkit-query');
  });

  it('the form of a new Work Item keeps what is typed over Escape, and creates it', async () => {
    await webkit.open(`/o/${world.slug}/WEB/board`);
    await webkit.place('[data-scroller]');
    await webkit.press('c');
    await hasFocus('dialog[open] input, dialog[open] textarea');
    await webkit.type('From WebKit');
    await webkit.press('Escape');
    await webkit.until('no form', () => document.querySelector('dialog[open]') === null);
    await webkit.press('c');
    await hasFocus('dialog[open] input, dialog[open] textarea');
    await webkit.until('the text', () => (document.activeElement as HTMLInputElement).value === 'From WebKit');
    await webkit.picture('webkit-create');
    await webkit.press('Control', 'Enter');
    await webkit.place('a', 'From WebKit');
  });

  it('a dropped file is attached', async () => {
    const { key } = await openedItem();
    await webkit.place(COMMENT);
    await webkit.run(() => {
      const given = new DataTransfer();
      given.items.add(new File(['Hello'], 'hello.txt', { type: 'text/plain' }));
      const area = document.querySelector('main input[type=file]')!;
      for (const type of ['dragover', 'drop']) {
        area.dispatchEvent(new DragEvent(type, { dataTransfer: given, bubbles: true, cancelable: true }));
      }
    });
    await shows('hello.txt');
    await eventually('the attachment', async () => {
      const { items } = (await world.owner.get(`${world.item(key)}/attachments`)).body;
      return items.length === 1 ? true : undefined;
    });
  });
});
