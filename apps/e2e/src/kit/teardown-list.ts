type Step = () => Promise<void>;

const steps: Step[] = [];

/** Remembers what must be undone after the last suite, or when set-up fails half-way. */
export function takeDown(step: Step): void {
  steps.push(step);
}

/** Runs all remembered steps, the last one first; the others run even if one fails. */
export async function takeAllDown(): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  throw new AggregateError(failures, `Teardown failed: ${failures.map(String).join('\n')}`);
}
