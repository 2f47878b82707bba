import type { OrganizationId, ProjectId } from '@worktrack/domain';
import { Access } from '../access/access.js';
import type { FeedPart } from './feed.views.js';
import { SharedFeed } from './shared-feed.js';

const scopeOf = (organization: string, ...projects: string[]) => {
  const scope = Access.onBehalfOf(organization as OrganizationId, 'ada' as never, 'member');
  return projects.length === 0 ? scope : Access.narrowed(scope, new Set(projects as ProjectId[]));
};

describe('The reads of streams', () => {
  it('are one for all that stand at the same position and may see the same', async () => {
    const reads: unknown[] = [];
    const part: FeedPart = { events: [], end: 5, isLast: true };
    const shared = new SharedFeed({
      after: ({ scope: { organizationId, onlyProjects } }, { position }) => {
        reads.push([organizationId, onlyProjects && [...onlyProjects], position]);
        return Promise.resolve(part);
      },
    });
    const parts = await Promise.all([
      ...Array.from({ length: 1_000 }, () => shared.part(scopeOf('acme'), 3)),
      shared.part(scopeOf('acme', 'web'), 3),
      shared.part(scopeOf('acme', 'web'), 3),
      shared.part(scopeOf('acme'), 4),
      shared.part(scopeOf('other'), 3),
    ]);
    expect(new Set(parts)).toEqual(new Set([part]));
    expect(reads).toHaveLength(4);
    expect(reads).toEqual(
      expect.arrayContaining([
        ['acme', undefined, 3],
        ['acme', ['web'], 3],
        ['acme', undefined, 4],
        ['other', undefined, 3],
      ]),
    );
    await shared.part(scopeOf('acme'), 3);
    expect(reads).toHaveLength(5);
  });
});
