import type { Page } from 'playwright-core';
import type { MeasuredPage, Visitor } from './pages.js';

const ROUNDS = 8;
/** Milliseconds between two presses: a person who types fast. */
const BETWEEN = 80;
/** Milliseconds under which the browser records no interaction. */
const SHORTEST = 16;

/** Something that a user does by keys, many times. */
export interface Interaction {
  readonly name: string;
  readonly page: MeasuredPage;
  /** Done once before. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The keys of one round. */
  readonly keys: readonly string[];
  /** Done after each press, unmeasured. */
  readonly settle?: (page: Page) => Promise<void>;
}

/** The milliseconds from each press to the next paint, and of it in the code of the page; 16 stands for all that is shorter. */
export interface InteractionCost {
  readonly toPaint: readonly number[];
  readonly inCode: readonly number[];
}

/** Presses the keys of an interaction in several rounds. */
export function costsOfInteraction(visitor: Visitor, interaction: Interaction): Promise<InteractionCost> {
  return visitor.visit(interaction.page, async (page) => {
    await interaction.prepare?.(page);
    await page.waitForTimeout(200);
    await page.evaluate(record, SHORTEST);
    let presses = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const key of interaction.keys) {
        await page.keyboard.press(key);
        presses += 1;
        await page.waitForTimeout(BETWEEN);
        await interaction.settle?.(page);
      }
    }
    const seen = await page.evaluate(() => [...(globalThis as unknown as Recording).recorded.values()]);
    const short = Array<number>(Math.max(0, presses - seen.length)).fill(SHORTEST);
    return {
      toPaint: [...seen.map(([toPaint]) => toPaint), ...short],
      inCode: [...seen.map(([, inCode]) => inCode), ...short.map(() => 0)],
    };
  });
}

/** The 95th percentile. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}

interface Recording {
  readonly recorded: Map<number, readonly [toPaint: number, inCode: number]>;
}

/** Runs in the page: notes the longest event of each interaction, and the time of all its events in the code of the page. */
function record(shortest: number): void {
  const recorded: Recording['recorded'] = new Map();
  Object.assign(globalThis, { recorded });
  new PerformanceObserver((list) => {
    for (const {
      interactionId,
      duration,
      processingStart,
      processingEnd,
    } of list.getEntries() as (PerformanceEventTiming & {
      readonly interactionId: number;
    })[]) {
      if (interactionId === 0) continue;
      const [toPaint, inCode] = recorded.get(interactionId) ?? [0, 0];
      recorded.set(interactionId, [Math.max(toPaint, duration), inCode + processingEnd - processingStart]);
    }
  }).observe({ type: 'event', durationThreshold: shortest, buffered: false } as PerformanceObserverInit);
}
