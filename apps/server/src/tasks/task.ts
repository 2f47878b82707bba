import { CommandRunner, Option } from 'nest-commander';
import { FailureWithResult } from './failure-with-result.js';
import { visibleJson } from '../visible.js';
import { readable } from './readable.js';

type Command = Parameters<CommandRunner['setCommand']>[0];

const jsonLine = (result: object): string => `${visibleJson(JSON.stringify(result))}\n`;

/** A task of administration. Only its result goes to stdout. */
export abstract class Task<Options extends object> extends CommandRunner {
  /** Returns an object as `--json` shows it, or a text that is printed unchanged. Throws `FailureWithResult` to print a result and fail. */
  protected abstract perform(options: Options): Promise<object | string>;

  override setCommand(command: Command): this {
    // The parser treats each task as a program of its own: settings of the outermost command do not apply to it.
    command.exitOverride().allowExcessArguments(false).showSuggestionAfterError(false);
    return super.setCommand(command);
  }

  override async run(_arguments: readonly string[], options: Options & { json?: true }): Promise<void> {
    const { json } = options;
    const say = (result: object | string): void => {
      process.stdout.write(typeof result === 'string' ? result : json ? jsonLine(result) : readable(result));
    };
    try {
      say(await this.perform(options));
    } catch (error) {
      if (error instanceof FailureWithResult) say(error.result);
      throw error;
    }
  }

  @Option({ flags: '--json', description: 'answer with exactly one JSON value' })
  protected json(): true {
    return true;
  }
}
