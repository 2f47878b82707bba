import 'reflect-metadata';
import { isRefusal } from '@worktrack/application';
import { CommandFactory, type CommandRunner } from 'nest-commander';
import { PinoLogger } from 'nestjs-pino';
import { EXIT, outcomeOf } from '../outcome.js';
import { FailureWithResult } from './failure-with-result.js';
import { visible } from '../visible.js';
import { TasksModule } from './tasks.module.js';

type Command = Parameters<CommandRunner['setCommand']>[0];

/** The error that the command line parser throws after it printed help or a usage error. */
interface ParserExit {
  readonly exitCode: number;
}

/** The line that the parser adds to the error of an unknown task or option. */
const SUGGESTION = /\n\(Did you mean [^\n]*\)$/;

/** Runs the task that `process.argv` names. Returns the exit code; the result and errors are already on stdout and stderr. */
export async function runTask(): Promise<number> {
  if (process.argv.length <= 2) {
    process.stderr.write('error: name a task; --help lists them\n');
    return EXIT.misused;
  }
  let log: PinoLogger | undefined;
  const failures: unknown[] = [];
  try {
    const context = await CommandFactory.createWithoutRunning(TasksModule, {
      cliName: 'worktrack',
      logger: false,
      abortOnError: false,
      helpConfiguration: { commandUsage },
      outputConfiguration: {
        outputError: (text, write) => {
          // Without the suggestion in the line after it. Other line breaks are in what was typed.
          write(`${visible(text.trimEnd().replace(SUGGESTION, ''))}\n`);
        },
      },
      // The parser expects this handler not to return; an error thrown here arrives at the next handler.
      errorHandler: (error) => {
        throw error;
      },
      serviceErrorHandler: (error) => {
        failures.push(error);
      },
    });
    try {
      log = await context.resolve(PinoLogger);
      await CommandFactory.runApplication(context);
    } finally {
      await context.close();
    }
  } catch (error) {
    failures.push(error);
  }
  return failures.length === 0 ? EXIT.done : report(failures[0], log);
}

function commandUsage(command: Command): string {
  const task = command.parent ? command.name() : '<task>';
  return `npm run --silent worktrack -- ${task} [options]`;
}

/** Writes the error to stderr, and its stack to the log if nobody expected it. Returns the exit code. */
function report(error: unknown, log: PinoLogger | undefined): number {
  // The parser has already written its errors.
  if (isParserExit(error)) return error.exitCode === 0 ? EXIT.done : EXIT.misused;
  const { code, line } = outcomeOf(error);
  process.stderr.write(`${line}\n`);
  const isExpected = isRefusal(error) || error instanceof FailureWithResult;
  if (code === EXIT.failed && !isExpected) log?.debug({ err: error }, 'The task failed.');
  return code;
}

const isParserExit = (error: unknown): error is ParserExit => error instanceof Error && 'exitCode' in error;
