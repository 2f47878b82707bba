import type { AttachmentId, UserId } from '../identity/ids.js';
import { aWorkItem, refusalOf } from '../testing/index.js';
import { Attachment, type BlobName } from './attachment.js';
import { FileName } from './file-name.js';
import { MediaType } from './media-type.js';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const ADA = 'ada' as UserId;
const FACTS = {
  id: 'a' as AttachmentId,
  fileName: FileName.of('plan.pdf'),
  contentType: MediaType.of('application/pdf'),
  size: 3,
  sha256: '00',
  blobName: 'b' as BlobName,
};

describe('An attachment', () => {
  it('adds its creation and deletion to the history of the Work Item, whose revision stays', () => {
    const item = aWorkItem({ revision: 7 });
    const before = item.record;
    const attachment = Attachment.add(item, FACTS, ADA, NOW);
    attachment.remove(item, ADA, NOW);
    const recorded = { workItemId: item.record.id, revision: 7, at: NOW, actor: ADA };
    const what = { id: 'a', fileName: 'plan.pdf' };
    expect(item.events).toEqual([
      { ...recorded, change: { action: 'attachment_added', attachment: what } },
      { ...recorded, change: { action: 'attachment_removed', attachment: what } },
    ]);
    expect({ record: item.record, hasChanged: item.hasChanged }).toEqual({ record: before, hasChanged: false });
    expect(attachment.record).toEqual({
      ...FACTS,
      organizationId: before.organizationId,
      projectId: before.projectId,
      workItemId: before.id,
      createdBy: ADA,
      createdAt: NOW,
      deletedAt: NOW,
    });
  });

  it('neither comes nor goes while the Work Item is archived', () => {
    const archived = aWorkItem({ archivedAt: NOW });
    const attachment = Attachment.add(aWorkItem(), FACTS, ADA, NOW);
    expect(refusalOf(() => Attachment.add(archived, FACTS, ADA, NOW))).toBe('WORK_ITEM_ARCHIVED');
    expect(
      refusalOf(() => {
        attachment.remove(archived, ADA, NOW);
      }),
    ).toBe('WORK_ITEM_ARCHIVED');
    expect(archived.events).toEqual([]);
  });

  it('goes once: before anything else, one that is gone is not there', () => {
    const gone = Attachment.restore({ ...Attachment.add(aWorkItem(), FACTS, ADA, NOW).record, deletedAt: NOW });
    expect(
      refusalOf(() => {
        gone.remove(aWorkItem({ archivedAt: NOW }), ADA, NOW);
      }),
    ).toBe('NOT_FOUND');
  });
});

describe('The name of a file', () => {
  it.each([
    ['plan.pdf', 'plan.pdf'],
    ['../../etc/passwd', 'passwd'],
    [String.raw`C:\dir\plan.doc`, 'plan.doc'],
    [String.raw`a/b\c`, 'c'],
    ['a\u0000b\r\nc\u007f\u0085d', 'abcd'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['a\u202ab\u202bc\u202cd\u202de\u2066f\u2067g\u2068h\u2069i\u200ej\u200fk\u061cl', 'abcdefghijkl'],
    ['\u202e', 'file'],
    ['\u200bشعار.png', '\u200bشعار.png'],
    ['', 'file'],
    ['dir/', 'file'],
    ['\n', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['dir/..', 'file'],
    ['.\u202e.', 'file'],
    ['...', '...'],
    ['.env', '.env'],
    ['100%25', '100%25'],
    ['Zoë’s 😀', 'Zoë’s 😀'],
    ['😀'.repeat(255), '😀'.repeat(255)],
    ['😀'.repeat(256), '😀'.repeat(255)],
    [`${'😀'.repeat(252)}.pdf`, `${'😀'.repeat(251)}.pdf`],
    [`${'x'.repeat(300)}.tar.gz`, `${'x'.repeat(252)}.gz`],
    [`${'x'.repeat(300)}.資料`, `${'x'.repeat(252)}.資料`],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(253)}`],
    [`.${'x'.repeat(300)}`, `.${'x'.repeat(254)}`],
    [`${'x'.repeat(300)}.`, 'x'.repeat(255)],
    [' ', ' '],
  ])('%j stands for %j', (text, name) => {
    expect(FileName.of(text)).toBe(name);
    expect(FileName.of(name)).toBe(name);
  });
});

describe('The type of a file', () => {
  it.each([
    'text/plain',
    'TEXT/Plain',
    'application/vnd.api+json',
    'text/html;charset=utf-8',
    'text/html ; charset="utf-8" ; a=b',
    String.raw`a/b; c="d\"e"`,
  ])('%j is kept as it is', (type) => {
    expect(MediaType.of(type)).toBe(type);
    expect(MediaType.of(` ${type}\t`)).toBe(type);
  });

  it.each([
    undefined,
    '',
    'text',
    'text/',
    '/plain',
    'text/plain/x',
    'text/plain;',
    'text/plain; charset',
    'text/plain; charset=',
    'text/plain; charset="utf-8',
    'text/plain, text/html',
    'text/pl ain',
    'text/pläin',
    'text/plain; a="é"',
    'text/plain\r\nX-Evil: 1',
    'text/plain; a="\n"',
    `text/${'x'.repeat(1_000)}`,
  ])('%j is invalid', (text) => {
    expect(MediaType.of(text)).toBe('application/octet-stream');
  });
});
