/** Reads the metrics of a server: the value of each sample, by name and labels as Prometheus writes them. */
export async function samplesOf(metricsUrl: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}
