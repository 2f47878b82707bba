import { randomUUID } from 'node:crypto';
import { LINK_RELATIONS, WorkItemLink, type LinkId } from '@worktrack/domain';
import type { SeededRandom } from './seeded-random.js';
import type { SimulatedProject } from './simulated-project.js';
import type { SimulatedWorkItem } from './simulated-work-item.js';

/** The share of the items that get a link, and that lose one. */
const LINKED = 0.1;
const UNLINKED = 0.01;
/** The share of the links that lead to another Project. */
const ACROSS = 0.15;

/** The links between the items of the whole Organization, made and removed day by day. */
export class SimulatedLinks {
  /** Every link that was ever made. */
  readonly all: WorkItemLink[] = [];

  constructor(
    private readonly random: SeededRandom,
    private readonly projects: readonly SimulatedProject[],
  ) {}

  /** Makes and removes the links of one day. */
  change(moment: number): void {
    const items = this.projects.map((project) => [...project.items]);
    const pick = (index: number) => {
      const of = items[index] ?? [];
      const item = of[Math.floor(this.random.next() * of.length)];
      return item?.isOpen && item.isFree(moment) ? item : undefined;
    };
    for (const [index, project] of this.projects.entries()) {
      for (let left = project.dailyCount(LINKED); left > 0; left -= 1) {
        const across = this.random.chance(ACROSS);
        const [one, other] = [pick(index), pick(across ? (index + 1) % this.projects.length : index)];
        if (one && other && one !== other) this.link(one, other, moment);
      }
      for (let left = project.dailyCount(UNLINKED); left > 0; left -= 1) {
        const one = pick(index);
        if (one) this.unlink(one, moment);
      }
    }
  }

  private link(one: SimulatedWorkItem, other: SimulatedWorkItem, moment: number): void {
    const present = one.links.filter((made) => made.other === other && made.link.record.deletedAt === null);
    if (present.length > 0) return;
    other.beginChange(moment);
    const { actor, at } = one.beginChange(moment);
    const facts = { id: randomUUID() as LinkId, relation: this.random.of(LINK_RELATIONS), present: [] };
    const link = WorkItemLink.between(one.item, other.item, facts, actor, at);
    one.links.push({ link, other });
    other.links.push({ link, other: one });
    this.all.push(link);
  }

  private unlink(one: SimulatedWorkItem, moment: number): void {
    const made = one.links.find(({ link, other }) => {
      return link.record.deletedAt === null && other.isOpen && !other.isFinished && other.isFree(moment);
    });
    if (!made) return;
    made.other.beginChange(moment);
    const { actor, at } = one.beginChange(moment);
    made.link.remove(one.item, made.other.item, actor, at);
  }
}
