import { randomUUID } from 'node:crypto';
import { LINK_RELATIONS, WorkItemLink, type LinkId } from '@worktrack/domain';
import type { ProjectStory } from './project-story.js';
import type { SeededRandom } from './seeded-random.js';
import type { WorkLife } from './work-life.js';

/** Of the items, so many are linked with another one. */
const LINKED = 0.1;
const UNLINKED = 0.01;
/** Of the links, so many lead to another Project. */
const ACROSS = 0.15;

/** What items of the whole Organization are to each other: links are made and removed as the stories of its Projects go on. */
export class Links {
  /** Each that was ever made. */
  readonly all: WorkItemLink[] = [];

  constructor(
    private readonly random: SeededRandom,
    private readonly stories: readonly ProjectStory[],
  ) {}

  /** Somebody looks through the items at that moment. */
  review(moment: number): void {
    const lives = this.stories.map((story) => [...story.lives]);
    const pick = (index: number) => {
      const of = lives[index] ?? [];
      const life = of[Math.floor(this.random.next() * of.length)];
      return life?.isOpen && life.isFree(moment) ? life : undefined;
    };
    for (const [index, story] of this.stories.entries()) {
      for (let left = story.timesADay(LINKED); left > 0; left -= 1) {
        const across = this.random.chance(ACROSS);
        const [one, other] = [pick(index), pick(across ? (index + 1) % this.stories.length : index)];
        if (one && other && one !== other) this.link(one, other, moment);
      }
      for (let left = story.timesADay(UNLINKED); left > 0; left -= 1) {
        const one = pick(index);
        if (one) this.unlink(one, moment);
      }
    }
  }

  private link(one: WorkLife, other: WorkLife, moment: number): void {
    const present = one.links.filter((made) => made.other === other && made.link.record.deletedAt === null);
    if (present.length > 0) return;
    other.meets(moment);
    const { actor, at } = one.meets(moment);
    const facts = { id: randomUUID() as LinkId, relation: this.random.of(LINK_RELATIONS), present: [] };
    const link = WorkItemLink.between(one.item, other.item, facts, actor, at);
    one.links.push({ link, other });
    other.links.push({ link, other: one });
    this.all.push(link);
  }

  private unlink(one: WorkLife, moment: number): void {
    const made = one.links.find(({ link, other }) => {
      return link.record.deletedAt === null && other.isOpen && !other.isTold && other.isFree(moment);
    });
    if (!made) return;
    made.other.meets(moment);
    const { actor, at } = one.meets(moment);
    made.link.remove(one.item, made.other.item, actor, at);
  }
}
