import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { freePort } from '../kit/program.js';
import { theRun } from '../kit/run.js';
import { startServer } from '../kit/server.js';

const ALERTS = path.resolve(__dirname, '../../../../docker/alerts.yaml');

/** Runs the program; returns what it said when it found something. */
function complaintsOf(parameters: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', parameters, { input, encoding: 'utf8' });
  return status === 0 && stderr === '' ? '' : `${String(status)}: ${stdout}${stderr}`;
}

describe('Prometheus', () => {
  it('has no complaint about the metrics', async () => {
    const { postgresUrl, template } = theRun();
    const port = await freePort();
    const server = await startServer({ postgresUrl, template, environment: { METRICS_PORT: String(port) } });
    try {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      // Names of prom-client's defaults for Node do not keep to the rules of Prometheus; ours do.
      const own = text.split('\n\n').filter((metric) => metric.includes(' worktrack_'));
      expect(own.length).toBeGreaterThan(15);
      expect(complaintsOf(['check', 'metrics'], `${own.join('\n')}\n`)).toBe('');
    } finally {
      await server.stop();
    }
  });

  it('reads the alerting rules', () => {
    expect(complaintsOf(['check', 'rules', ALERTS])).toBe('');
  });
});
