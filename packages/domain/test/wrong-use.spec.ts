import * as domain from '../src/index.js';
import { aComment, aProject, aSprint, aWorkItem } from '../src/testing/index.js';

/** Exports that take texts, numbers or places only. */
const WITHOUT_OBJECTS = new Set([
  ...['DomainError', 'Calendar', 'expectRevision', 'compareText', 'fold', 'isCleanText', 'lengthOf', 'trim'],
  // Compared thousands of times for one list: they trust their caller.
  ...['compareKeys', 'comparePlaces'],
  // Companions of checked texts.
  ...['CalendarDay', 'TimeZone', 'Color', 'DisplayName', 'Email', 'PublicUserId', 'Slug', 'Username', 'ProjectKey'],
  ...['LabelName', 'FileName', 'MediaType', 'WorkItemKey'],
]);

/** Sentences of an engine, about code that the caller did not write. */
const OF_AN_ENGINE =
  /Cannot |is not (a function|iterable|a constructor)|undefined \(|Invalid time|object null|toISOString/;

/** Methods that are private to TypeScript. */
const PRIVATE = ['Project.change', 'Sprint.change', 'Sprint.assertNotDone', 'WorkItem.apply', 'Comment.assertLive'];

type Callable = (...args: unknown[]) => unknown;

const isCallable = (value: unknown): value is Callable => typeof value === 'function';

function methodsOf(name: string, owner: object): (readonly [string, Callable])[] {
  return Object.getOwnPropertyNames(owner).flatMap((member) => {
    const value: unknown = Object.getOwnPropertyDescriptor(owner, member)?.value;
    const isOfClass = isCallable(owner) && ['length', 'name', 'prototype'].includes(member);
    return isCallable(value) && !isOfClass && member !== 'constructor'
      ? [[`${name}.${member}`, (...args: unknown[]) => value.apply(owner, args)] as const]
      : [];
  });
}

const isClass = (value: Callable) => /^class\b/.test(Function.prototype.toString.call(value));

const ofExports = Object.entries<unknown>(domain)
  .filter(([name]) => !WITHOUT_OBJECTS.has(name))
  .flatMap(([name, value]) => {
    if (!isCallable(value)) return [];
    return isClass(value) ? methodsOf(name, value) : [[name, value] as const];
  });

/** The methods of each aggregate, on an object that was restored. */
const ofInstances = [aProject(), aWorkItem(), aSprint(), aSprint({ state: 'active' }), aComment()].flatMap(
  (instance) => {
    const prototype = Object.getPrototypeOf(instance) as object & { constructor: { name: string } };
    const methods = methodsOf(prototype.constructor.name, prototype).filter(([name]) => !PRIVATE.includes(name));
    return methods.map(
      ([name]) =>
        [
          `a ${name}`,
          (...args: unknown[]) => (Reflect.get(instance, name.split('.')[1]!) as Callable).apply(instance, args),
        ] as const,
    );
  },
);

function thrownBy(call: Callable, args: unknown[]): unknown {
  try {
    call(...args);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('Wrong use from a program without types', () => {
  it('is looked for in every entry', () => {
    const names = ofExports.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['WorkItem.create', 'velocity', 'velocityFrom', 'Comment.post', 'spanOf']),
    );
    expect(names.length).toBeGreaterThan(40);
    expect(ofInstances.length).toBeGreaterThan(25);
  });

  it.each([...ofExports, ...ofInstances])('of %s is refused with a sentence, or has no effect', (_name, call) => {
    for (const wrong of [undefined, null, {}, 'text', 7, []]) {
      for (const args of [[wrong], [wrong, wrong], [wrong, wrong, wrong, wrong]]) {
        const error = thrownBy(call, args);
        if (error === undefined) continue;
        expect([
          error instanceof domain.DomainError,
          error instanceof TypeError,
          error instanceof RangeError,
        ]).toContain(true);
        expect((error as Error).message).not.toMatch(OF_AN_ENGINE);
      }
    }
  });

  const NOW = new Date(0);

  it.each<[string, () => unknown, Error]>([
    [
      'a missing member',
      () => domain.WorkItem.create({} as never, 'ada' as never, NOW),
      new TypeError('WorkItem.create: id must be a text, not undefined.'),
    ],
    [
      'a text for an instant',
      () => {
        aWorkItem().transition('todo', 'ada' as never, '2026-03-02' as never);
      },
      new TypeError('A change of a Work Item: now must be a valid Date, not "2026-03-02".'),
    ],
    [
      'an unknown word',
      () => {
        aWorkItem().update({ type: 'chore' as never }, 'ada' as never, NOW);
      },
      new TypeError('WorkItem: type must be one of task, bug, story, feature, epic, not "chore".'),
    ],
    [
      'missing options',
      () => domain.velocity([], undefined as never),
      new TypeError('velocity takes an object with range, unit, window, not undefined.'),
    ],
    [
      'a number for a text that people write',
      () => {
        aWorkItem().update({ title: 5 as never }, 'ada' as never, NOW);
      },
      new domain.DomainError('VALIDATION_ERROR', 'title must be a text.'),
    ],
  ])('is named with the call, the member and the value: %s', (_what, call, error) => {
    expect(call).toThrow(error);
  });

  it('changes nothing', () => {
    const item = aWorkItem();
    const before = item.record;
    expect(() => {
      item.transition('todo', 'ada' as never, new Date(NaN));
    }).toThrow(TypeError);
    expect([item.record, item.events]).toEqual([before, []]);
  });
});
