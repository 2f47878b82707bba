import { session, type Session } from './session.js';
import { draftAt, dropDraft, keepDraft } from './drafts.js';
import { sweepDrafts } from './kept-drafts.js';

const signIn = (publicId: string) => {
  session.value = { user: { publicId } } as Session;
};

/** The storage of a browser, which lists its names as own properties. */
function storage(most = Number.MAX_SAFE_INTEGER): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, text: string) {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError');
      this[name] = text;
    },
    removeItem(this: Record<string, string>, name: string) {
      Reflect.deleteProperty(this, name);
    },
  };
  return Object.create(methods) as Storage;
}

beforeEach(() => {
  signIn('usr_ada');
  Object.assign(globalThis, { localStorage: storage() });
});

const DAY = 86_400_000;

describe('A draft', () => {
  it('is kept for its user and place until it is dropped', () => {
    keepDraft('comment demo WEB-1', { text: 'Which co', base: '', sent: { text: 'Which', key: 'k1' } });
    expect(draftAt('comment demo WEB-1')).toMatchObject({
      text: 'Which co',
      base: '',
      sent: { text: 'Which', key: 'k1' },
    });
    expect(draftAt('comment demo WEB-2')).toBeUndefined();
    signIn('usr_eve');
    expect(draftAt('comment demo WEB-1')).toBeUndefined();
    signIn('usr_ada');
    dropDraft('comment demo WEB-1');
    expect(draftAt('comment demo WEB-1')).toBeUndefined();
  });

  it('lasts as long as the page where the browser stores nothing', () => {
    Object.assign(globalThis, { localStorage: storage(10) });
    keepDraft('title demo WEB-3', { text: 'A long title', base: 'A title' });
    expect(draftAt('title demo WEB-3')).toMatchObject({ text: 'A long title', base: 'A title' });
    dropDraft('title demo WEB-3');
    expect(draftAt('title demo WEB-3')).toBeUndefined();
  });

  it('is forgotten after 60 days; what is no draft stays alone', () => {
    keepDraft('a', { text: 'old', base: '' }, 0);
    keepDraft('b', { text: 'new', base: '' }, 2 * DAY);
    localStorage.setItem('worktrack.theme', 'dark');
    localStorage.setItem('worktrack.draft.usr_ada.c', 'no JSON');
    expect(draftAt('a', 61 * DAY)).toBeUndefined();
    sweepDrafts(61 * DAY);
    expect(Object.keys(localStorage).sort()).toEqual(['worktrack.draft.usr_ada.b', 'worktrack.theme']);
    expect(draftAt('c')).toBeUndefined();
  });
});
