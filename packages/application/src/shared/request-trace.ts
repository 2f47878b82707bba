/** A step of the work for a request, once it has ended. */
export interface EndedStep {
  /** From a closed list of this program: never a value, a text, an id or a path. */
  readonly name: string;
  /** Words of this program that describe the step, such as the names of statements. */
  readonly words?: Readonly<Record<string, string | readonly string[]>>;
  /** The reading of `performance.now()` when it began. */
  readonly began: number;
  readonly isFailed: boolean;
}

/** Follows one request, for a system that collects traces. Adapters find it by `RequestWork.current`. Methods must neither throw nor wait. */
export interface RequestTrace {
  /** The id that the log and the collecting system name it by: 32 hexadecimal digits. */
  readonly id: string;
  /** False for a request that was not chosen to be collected: its steps need not be reported. */
  readonly isRecorded: boolean;
  /** A step has ended just now. */
  stepEnded(step: EndedStep): void;
}

/** Performs a step, and adds it to the trace of its request. Without a trace that is recorded, only performs it. */
export async function traced<Result>(
  trace: RequestTrace | undefined,
  name: string,
  perform: () => Promise<Result>,
  words?: EndedStep['words'],
): Promise<Result> {
  if (!trace?.isRecorded) return perform();
  const began = performance.now();
  let isFailed = true;
  try {
    const result = await perform();
    isFailed = false;
    return result;
  } finally {
    trace.stepEnded({ name, began, isFailed, ...(words && { words }) });
  }
}
