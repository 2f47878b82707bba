import { PORTS, type Ports } from './ports.js';

/** The pairs of ports where the type of the first is assignable to that of the second. */
type Interchangeable<Members> = {
  [Name in keyof Members]: {
    [Other in Exclude<keyof Members, Name>]: Members[Name] extends Members[Other] ? readonly [Name, Other] : never;
  }[Exclude<keyof Members, Name>];
}[keyof Members];

type NoneOr<Pairs> = [Pairs] extends [never] ? 'none' : Pairs;

describe('The ports', () => {
  it('have one injection token each', () => {
    expect(new Set(Object.values(PORTS)).size).toBe(Object.keys(PORTS).length);
  });

  it('do not compile with an implementation that is missing or belongs to another port', () => {
    const swapped = (ports: Ports): Ports => ({
      ...ports,
      // @ts-expect-error The views of Sprints are no views of Projects.
      projectViews: ports.sprintViews,
    });
    // @ts-expect-error All ports but one are missing.
    const incomplete = ({ projectViews }: Ports): Ports => ({ projectViews });
    expect([swapped.length, incomplete.length]).toEqual([1, 1]);
  });

  it('are so different that no implementation compiles in the place of another', () => {
    const pairs: NoneOr<Interchangeable<Ports>> = 'none';
    // Prove that the type finds such pairs.
    const found: NoneOr<Interchangeable<{ id: string; key: 'WEB' }>> = ['key', 'id'];
    expect([pairs, found]).toEqual(['none', ['key', 'id']]);
  });
});
