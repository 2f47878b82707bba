import { median } from '../load.js';
import { probing } from '../probe.js';

const ROUNDS = 9;

/** The cost of one drawing as a file. */
export interface DrawingCost {
  /** Milliseconds of the request: the report is read and drawn. */
  readonly milliseconds: number;
  /** Milliseconds of the request for the rows alone. */
  readonly rowsOnly: number;
  /** The longest time that another request waited meanwhile. */
  readonly held: number;
  readonly bytes: number;
}

/** Requests a report as a file several times, in turn with its rows. Returns the medians, and the longest wait of a probe. */
export async function drawingCost(
  origin: string,
  secret: string,
  path: string,
  ending: 'svg' | 'png',
): Promise<DrawingCost> {
  const fetched = async (target: string): Promise<{ milliseconds: number; bytes: number }> => {
    const began = performance.now();
    const answer = await fetch(origin + target, { headers: { cookie: `worktrack=${secret}` } });
    const body = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${target}: ${answer.status} ${Buffer.from(body).toString('utf8')}`);
    return { milliseconds: performance.now() - began, bytes: body.byteLength };
  };
  await fetched(`${path}.${ending}`);
  const rows: number[] = [];
  const drawings: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    rows.push((await fetched(`${path}.json`)).milliseconds);
    const drawing = await fetched(`${path}.${ending}`);
    drawings.push(drawing.milliseconds);
    bytes = drawing.bytes;
  }
  const waits = await probing(origin, () => fetched(`${path}.${ending}`));
  return { milliseconds: median(drawings), rowsOnly: median(rows), held: Math.max(...waits), bytes };
}
