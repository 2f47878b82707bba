import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The `dist` folder of the package. */
export const BUILT = path.join(__dirname, '..', 'dist');

/** A Node process beside the test. It writes a line when it has reached a state, and goes on when its stdin ends. */
export class OtherProcess {
  private static readonly all = new Set<OtherProcess>();

  private readonly lines: AsyncIterator<string>;
  private readonly ended: Promise<unknown>;
  private complaints = '';

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    this.lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    this.ended = once(child, 'exit').then(() => OtherProcess.all.delete(this));
    OtherProcess.all.add(this);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.complaints += text));
  }

  /** Runs a script that may use the built package (`postgres`), write a line (`say`) and wait for `finish()` (`told`). */
  static running(script: string, environment: NodeJS.ProcessEnv = process.env, built = BUILT): OtherProcess {
    const prelude = `
      const built = (name) => require(${JSON.stringify(built)} + '/' + name + '.js');
      const postgres = built('index');
      const say = (line) => process.stdout.write(line + '\\n');
      const released = () => new Promise((go) => process.stdin.resume().once('end', go));`;
    return new OtherProcess(
      spawn(process.execPath, ['-e', `${prelude}\n(async () => { ${script} })();`], { env: environment }),
    );
  }

  /** Starts a process that joins the shared server of this folder; its first line is the URL. */
  static joining(dataDir: string, environment?: NodeJS.ProcessEnv, built?: string): OtherProcess {
    const script = `
      const server = await postgres.joinEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      say(server.url); await released(); await server.leave();`;
    return OtherProcess.running(script, environment, built);
  }

  /** For `afterEach`: a test that failed leaves its processes behind, and jest would wait for them. */
  static async killAll(): Promise<void> {
    await Promise.all([...OtherProcess.all].map((other) => other.kill()));
  }

  get stderr(): string {
    return this.complaints;
  }

  async line(): Promise<string> {
    const next = await this.lines.next();
    if (next.done) throw new Error(`The process ended without a line: ${this.complaints}`);
    return next.value;
  }

  async finish(): Promise<void> {
    this.child.stdin.end();
    await this.ended;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
