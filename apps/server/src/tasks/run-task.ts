import 'reflect-metadata';
import { isRefusal } from '@worktrack/application';
import { CommandFactory, type CommandRunner } from 'nest-commander';
import { readConfiguration } from '../config.js';
import { openLog } from '../logging.js';
import { EXIT, outcomeOf } from '../outcome.js';
import { AnsweredFailure } from './answered-failure.js';
import { TasksModule } from './tasks.module.js';

type Command = Parameters<CommandRunner['setCommand']>[0];

/** The error that the command line parser throws after it printed help or a usage error. */
interface ParserExit {
  readonly exitCode: number;
}

/** Runs the task that `process.argv` names. Returns the exit code; the answer and errors are already on stdout and stderr. */
export async function runTask(): Promise<number> {
  let code: number = EXIT.done;
  const end = (error: unknown): void => {
    code = isParserExit(error) ? codeOf(error) : tell(error);
  };
  if (process.argv.length <= 2) {
    process.stderr.write('error: name a task; --help lists them\n');
    return EXIT.misused;
  }
  try {
    await CommandFactory.run(TasksModule, {
      cliName: 'worktrack',
      logger: false,
      abortOnError: false,
      helpConfiguration: { commandUsage },
      outputConfiguration: {
        outputError: (text, write) => {
          // Print only the first line: help or suggestions follow on the others.
          write(`${text.split('\n', 1)[0] ?? ''}\n`);
        },
      },
      // The parser expects this handler not to return; an error thrown here arrives at the next handler.
      errorHandler: (error) => {
        throw error;
      },
      serviceErrorHandler: end,
    });
  } catch (error) {
    end(error);
  }
  return code;
}

function commandUsage(command: Command): string {
  const task = command.parent ? command.name() : '<task>';
  return `npm run --silent worktrack -- ${task} [options]`;
}

const isParserExit = (error: unknown): error is ParserExit => error instanceof Error && 'exitCode' in error;

const codeOf = ({ exitCode }: ParserExit): number => (exitCode === 0 ? EXIT.done : EXIT.misused);

function tell(error: unknown): number {
  const { code, line } = outcomeOf(error);
  process.stderr.write(`${line}\n`);
  if (code === EXIT.failed && !isRefusal(error) && !(error instanceof AnsweredFailure)) {
    openLog(readConfiguration(process.env).logLevel, 'stderr').debug({ err: error }, 'The task failed.');
  }
  return code;
}
