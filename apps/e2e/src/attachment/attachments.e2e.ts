import { createHash, randomBytes } from 'node:crypto';
import { freshKey, Raw, type Answer } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { created, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { filePart, formOf, uploadOf, type FileWish } from '../kit/upload.js';
import { World } from '../kit/world.js';

const world = new World('attachments');
const facts = new Facts(world.databaseUrl);
const { owner, member } = world;
const colleague = world.caller('colleague');

let item: any;
let at: string;
let attachments: string;

beforeEach(async () => {
  item = await givenWorkItem(owner, world.project());
  at = world.item(item.key);
  attachments = `${at}/attachments`;
});

const of = (id: string): string => `${attachments}/${id}`;
const given = (content: Buffer | string = 'Some notes', wish: FileWish = {}): Promise<any> =>
  created(member.post(attachments, uploadOf(content, wish)));
describe('createWorkItemAttachment', () => {
  it('takes 25 MiB where nothing else is set: the limit of JSON bodies is not that of files', async () => {
    const most = 25 * 2 ** 20;
    const { id, size } = await given(Buffer.alloc(most, 'x'));
    expect(size).toBe(most);
    expect((await owner.head(of(id))).headers['content-length']).toBe(String(most));
    expectRefusal(await member.post(attachments, uploadOf(Buffer.alloc(most + 1))), 'PAYLOAD_TOO_LARGE');
    expect((await owner.get(attachments)).body.items).toHaveLength(1);
  }, 60_000);

  it('has a Location with the stored keys, however the path was spelt', async () => {
    const spelt = attachments.replace(
      `/WEB/work-items/${String(item.key)}`,
      `/web/work-items/${item.key.toLowerCase()}`,
    );
    const answer = await member.post(spelt, uploadOf('x'));
    expect(answer.headers.location).toBe(`${world.baseUrl}${of(answer.body.id)}`);
  });

  it('accepts an empty file', async () => {
    const { id, size } = await given('');
    expect(size).toBe(0);
    const download = await owner.get(of(id));
    expect([download.status, download.headers['content-length'], download.text]).toEqual([200, '0', '']);
  });

  it('shows in the activity by whom, and by the name as recorded', async () => {
    const { id, fileName, createdAt } = await given('x', { fileName: 'plan.pdf' });
    await owner.delete(of(id));
    const shown = (name: string) => ({ publicId: world.user(name).publicId, name: world.user(name).name });
    const detail = { attachment: { id, fileName } };
    for (const path of [`${at}/activity`, `${world.project()}/activity?limit=2`]) {
      const { items } = (await colleague.get(path)).body;
      const ours = items.filter(({ action }: { action: string }) => action.startsWith('attachment_'));
      const [added, removed] = path.startsWith(at) ? ours : ours.reverse();
      expect(added).toMatchObject({ action: 'attachment_added', actor: shown('member'), detail, createdAt });
      expect(removed).toMatchObject({ action: 'attachment_removed', actor: shown('owner'), detail });
    }
  });

  it('is done once under its key: what was stored is the request’s name, type and content', async () => {
    const key = freshKey();
    const first = await member.post(attachments, uploadOf('Once', { fileName: 'a.txt' }), { key });
    expect(first.status).toBe(201);
    // Another boundary each time; a name that is stored alike.
    for (const fileName of ['a.txt', 'some/path/a.txt', '\u0007a.txt']) {
      const again = await member.post(attachments, uploadOf('Once', { fileName }), { key });
      expectReplay(again, first);
      expect(again.headers.location).toBe(first.headers.location);
    }
    for (const other of [
      uploadOf('Once', { fileName: 'b.txt' }),
      uploadOf('Once', { fileName: 'a.txt', contentType: 'text/html' }),
      uploadOf('Twice', { fileName: 'a.txt' }),
    ]) {
      expectRefusal(await member.post(attachments, other, { key }), 'IDEMPOTENCY_KEY_REUSED');
    }
    expect((await member.get(attachments)).body.items).toEqual([first.body]);
    expect((await owner.get(of(first.body.id))).text).toBe('Once');
  });

  it('is replayed after the deletion of the file, and of the Work Item', async () => {
    const key = freshKey();
    const first = await member.post(attachments, uploadOf('Once'), { key });
    await member.delete(of(first.body.id));
    expectReplay(await member.post(attachments, uploadOf('Once'), { key }), first);
    await facts.deleteWorkItem(item.id);
    expectReplay(await member.post(attachments, uploadOf('Once'), { key }), first);
    expectRefusal(await member.post(attachments, uploadOf('Twice'), { key }), 'NOT_FOUND');
    expectRefusal(await member.post(attachments, uploadOf('Once')), 'NOT_FOUND');
  });

  const part = filePart('x');
  it.each<[string, Raw]>([
    ['JSON', new Raw('{"file":"x"}')],
    ['a form of another kind', new Raw('file=x', 'application/x-www-form-urlencoded')],
    ['plain bytes', new Raw('x', 'application/octet-stream')],
    ['no body', new Raw(null, null)],
    [
      'another multipart type',
      new Raw(uploadOf('x').content, String(uploadOf('x').contentType).replace('form-data', 'mixed')),
    ],
    ['no boundary', new Raw(uploadOf('x').content, 'multipart/form-data')],
    ['an empty boundary', new Raw(uploadOf('x').content, 'multipart/form-data; boundary=')],
    ['no part', formOf()],
    ['two files', formOf(part, part)],
    ['a field before the file', formOf({ head: 'Content-Disposition: form-data; name="a"\r\n', content: 'b' }, part)],
    ['a field behind the file', formOf(part, { head: 'Content-Disposition: form-data; name="a"\r\n', content: 'b' })],
    ['a file of another name', formOf(filePart('x', { field: 'files' }))],
    ['a part without a filename', formOf({ head: 'Content-Disposition: form-data; name="file"\r\n', content: 'x' })],
  ])('refuses %s, naming file', async (_what, body) => {
    expectRefusal(await member.post(attachments, body), 'VALIDATION_ERROR', 'file');
    expect((await owner.get(attachments)).body.items).toEqual([]);
  });

  it('refuses one for an archived Work Item, after what is wrong with the form', async () => {
    const { id } = await given();
    await facts.archiveWorkItem(item.id);
    expectRefusal(await member.post(attachments, uploadOf('x')), 'WORK_ITEM_ARCHIVED');
    expectRefusal(await member.post(attachments, formOf()), 'VALIDATION_ERROR', 'file');
    expectRefusal(await member.delete(of(id)), 'WORK_ITEM_ARCHIVED');
    expect((await owner.get(of(id))).status).toBe(200);
    expect((await owner.get(attachments)).body.items).toHaveLength(1);
  });
});

describe('The name of a file', () => {
  const named = async (disposition: string): Promise<string> => {
    const head = `Content-Disposition: form-data; name="file"; ${disposition}\r\n`;
    return (await created(member.post(attachments, formOf({ head, content: 'x' })))).fileName;
  };

  it.each([
    ['is read as UTF-8', 'filename="Zoë’s 😀.txt"', 'Zoë’s 😀.txt'],
    ['is taken from filename* first', `filename="a.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt`, '€ rates.txt'],
    ['is taken from filename* wherever it stands', `filename*=utf-8'en'b.txt; filename="a.txt"`, 'b.txt'],
    ['is taken from filename* alone', `filename*=UTF-8''alone.txt`, 'alone.txt'],
    ['is taken from filename* in Latin-1', `filename*=ISO-8859-1''%A3.txt`, '£.txt'],
    ['is filename where filename* is invalid', `filename="a.txt"; filename*=UTF-8''%zz`, 'a.txt'],
    ['may have the quotes that a browser escapes', 'filename="ünï %22q%22.txt"', 'ünï "q".txt'],
    ['loses the line breaks that a browser escapes', 'filename="a%0D%0Ab%0A.txt"', 'ab.txt'],
    ['keeps all other percent signs as they stand', 'filename="100%25 %2522 %0d.txt"', '100%25 %2522 %0d.txt'],
    ['may have any percent sign in filename*', `filename*=UTF-8''a%2522b%250D.txt`, 'a%22b%0D.txt'],
    ['may hold an escaped quote', String.raw`filename="a\"b.txt"`, 'a"b.txt'],
    ['may be a token', 'filename=plain.txt', 'plain.txt'],
    ['loses a path', 'filename="../../etc/passwd"', 'passwd'],
    ['loses a path of Windows', String.raw`filename="C:\temp\plan.doc"`, 'plan.doc'],
    ['loses a path in filename*', `filename*=UTF-8''..%2F..%5Cplan.doc`, 'plan.doc'],
    ['loses control characters', `filename*=UTF-8''a%0D%0AX-Evil%3A%201%00%7F%C2%85.txt`, 'aX-Evil: 1.txt'],
    ['loses marks that turn the direction of text', `filename*=UTF-8''%E2%80%AEgpj%E2%81%A6.exe`, 'gpj.exe'],
    ['is file where nothing is left', 'filename=""', 'file'],
    ['is file where only a path is left', 'filename="dir/"', 'file'],
    ['is file where it names a folder', 'filename=".."', 'file'],
    ['is cut to 255 code points', `filename="${'😀'.repeat(300)}"`, '😀'.repeat(255)],
    ['keeps its extension when it is cut', `filename="${'😀'.repeat(300)}.pdf"`, `${'😀'.repeat(251)}.pdf`],
    ['keeps semicolons', 'filename="a;b=c.txt"', 'a;b=c.txt'],
  ])('%s', async (_rule, disposition, name) => {
    expect(await named(disposition)).toBe(name);
  });
});

describe('The type of a file', () => {
  it.each([
    ['text/plain', 'text/plain'],
    ['text/html; charset="utf-8"', 'text/html; charset="utf-8"'],
    ['IMAGE/PNG', 'IMAGE/PNG'],
    ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
    [null, 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['text', 'application/octet-stream'],
    ['text/', 'application/octet-stream'],
    ['text/plain, text/html', 'application/octet-stream'],
    ['text/plain; charset', 'application/octet-stream'],
    ['text/pläin', 'application/octet-stream'],
    [`text/plain; a="${'x'.repeat(5_000)}"`, 'application/octet-stream'],
  ])('%s is kept as %s', async (sent, kept) => {
    const { id, contentType } = await given('<b>', { contentType: sent });
    expect(contentType).toBe(kept);
    expect((await owner.get(of(id))).headers).toMatchObject({
      'content-type': kept,
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('downloadWorkItemAttachment', () => {
  it('answers HEAD without the bytes', async () => {
    const { id } = await given('Some notes');
    const [head, get] = [await owner.head(of(id)), await owner.get(of(id))];
    expect(head.text).toBe('');
    const names = ['content-type', 'content-length', 'content-disposition', 'accept-ranges', 'content-security-policy'];
    for (const name of names) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it('sends all bytes, whatever range is asked for', async () => {
    const { id } = await given('Some notes');
    const { status, text, headers } = await owner.get(of(id), { range: 'bytes=0-3', 'if-none-match': '*' });
    expect([status, text, headers['accept-ranges'], headers.etag]).toEqual([200, 'Some notes', 'none', undefined]);
  });

  it('takes no query', async () => {
    const { id } = await given();
    expectRefusal(await owner.get(`${of(id)}?inline=1`), 'VALIDATION_ERROR', 'inline');
  });
});

describe('deleteWorkItemAttachment', () => {
  it('takes an empty body or {}, and refuses any other', async () => {
    const { id } = await given();
    expectRefusal(await member.delete(of(id), {}, { now: true }), 'VALIDATION_ERROR', 'now');
    expectRefusal(await member.delete(of(id), {}, uploadOf('x')), 'VALIDATION_ERROR', 'body');
    expect((await member.delete(of(id), {}, {})).status).toBe(204);
  });
});

describe('listWorkItemAttachments', () => {
  it('is oldest first, in pages of 50 and of 200 at most', async () => {
    const made: Answer['body'][] = [];
    for (let n = 0; n < 5; n += 1) made.push(await given(`${n}`));
    expect((await owner.get(attachments)).body).toEqual({
      items: made,
      page: { limit: 50, hasMore: false, nextCursor: null },
    });
    expect(await walk(owner, `${attachments}?limit=2`)).toEqual(made);
    expect((await owner.get(`${attachments}?limit=200`)).body.page.limit).toBe(200);
    expectRefusal(await owner.get(`${attachments}?limit=201`), 'VALIDATION_ERROR', 'limit');
    expectRefusal(await owner.get(`${attachments}?sort=size`), 'VALIDATION_ERROR', 'sort');
  });
});

describe('The scopes of attachments', () => {
  it('to write and to delete each include to read; to write is not to delete', async () => {
    const { id } = await given();
    for (const name of ['reads attachments', 'writes attachments', 'deletes attachments']) {
      const caller = world.caller(name);
      expect((await caller.get(attachments)).status).toBe(200);
      expect((await caller.get(of(id))).status).toBe(200);
    }
    expectRefusal(await world.caller('reads attachments').post(attachments, uploadOf('x')), 'INSUFFICIENT_SCOPE');
    expectRefusal(await world.caller('writes attachments').delete(of(id)), 'INSUFFICIENT_SCOPE');
    expectRefusal(await world.caller('deletes attachments').post(attachments, uploadOf('x')), 'INSUFFICIENT_SCOPE');
  });
});

describe('What is kept', () => {
  it('is what was sent, whatever the bytes look like', async () => {
    for (const content of [
      Buffer.from('--\r\n--\r\n\r\n'),
      Buffer.from('\r\n'),
      randomBytes(70_001),
      Buffer.concat([Buffer.alloc(65_535, 13), Buffer.from('\n--')]),
    ]) {
      const { id, size } = await given(content);
      const { bytes } = await owner.get(of(id));
      expect(size).toBe(content.length);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
    }
  });
});
