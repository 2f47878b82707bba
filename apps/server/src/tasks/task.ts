import { CommandRunner, Option } from 'nest-commander';
import { AnsweredFailure } from './answered-failure.js';
import { readable } from './readable.js';

type Command = Parameters<CommandRunner['setCommand']>[0];

/** One task of administration: it performs, and its answer is all that goes to stdout. */
export abstract class Task<Options extends object> extends CommandRunner {
  /** The answer has the shape that `--json` shows; a text is told as it stands. Throws `AnsweredFailure` to give one all the same. */
  protected abstract perform(options: Options): Promise<object | string>;

  override setCommand(command: Command): this {
    // Every task is a program of its own to the parser: what the outermost one was told does not reach it.
    command.exitOverride().allowExcessArguments(false).showSuggestionAfterError(false);
    return super.setCommand(command);
  }

  override async run(_arguments: readonly string[], options: Options & { json?: true }): Promise<void> {
    const { json } = options;
    const say = (answer: object | string): void => {
      const words = typeof answer === 'string' ? answer : json ? `${JSON.stringify(answer)}\n` : readable(answer);
      process.stdout.write(words);
    };
    try {
      say(await this.perform(options));
    } catch (error) {
      if (error instanceof AnsweredFailure) say(error.answer);
      throw error;
    }
  }

  @Option({ flags: '--json', description: 'answer with exactly one JSON value' })
  protected json(): true {
    return true;
  }
}
