/** A task of a text: the words after its box, and which one it is of the tasks with the same words. */
export interface Task {
  readonly text: string;
  readonly nth: number;
  /** Tasks with the same words. */
  readonly of: number;
}

interface FoundTask extends Task {
  /** The place of the sign between the brackets. */
  readonly at: number;
}

/** Ends of quotes, marks of lists, then the box. */
const TASK = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t][ \t>]*)+\[)[ xX]\][ \t]+(\S.*)$/;
const FENCE = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})(.*)$/;

/** The tasks of a text in Markdown, in their order, without those in blocks of code. */
export function tasksIn(text: string): readonly FoundTask[] {
  const found: { at: number; text: string; nth: number }[] = [];
  const counts = new Map<string, number>();
  let start = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [, run, rest = ''] = FENCE.exec(line) ?? [];
    const [, before, words] = fence === undefined ? (TASK.exec(line) ?? []) : [];
    if (run !== undefined && fence === undefined) fence = run;
    else if (run !== undefined && fence !== undefined && run.startsWith(fence) && rest.trim() === '') fence = undefined;
    else if (before !== undefined && words !== undefined) {
      const key = words.trimEnd();
      const nth = counts.get(key) ?? 0;
      counts.set(key, nth + 1);
      found.push({ at: start + before.length, text: key, nth });
    }
    start += line.length + 1;
  }
  return found.map((task) => ({ ...task, of: counts.get(task.text) ?? 1 }));
}

/** The text with the task done or not. Returns `undefined` when the text does not have the task any more, or not this one for certain. */
export function ticked(text: string, { text: words, nth, of }: Task, isDone: boolean): string | undefined {
  const task = tasksIn(text).find((one) => one.text === words && one.nth === nth && one.of === of);
  return task && `${text.slice(0, task.at)}${isDone ? 'x' : ' '}${text.slice(task.at + 1)}`;
}
