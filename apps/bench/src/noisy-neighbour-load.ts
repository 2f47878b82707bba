/*
 * A process of its own asks for reports, fifty at once, until it is ended or five minutes have passed. Arguments: the address of the server
 * and the tokens, which the requests use in turn.
 */
const AT_ONCE = 50;
const LONGEST = 300_000;
const [origin, ...tokens] = process.argv.slice(2);

const PROJECT = '/api/v1/organizations/attacker/projects/ATT/reports';
const REPORTS = ['cumulative-flow', 'distribution', 'control-chart', 'created-vs-resolved'];

async function ask(lane: number): Promise<void> {
  const over = performance.now() + LONGEST;
  for (let number = lane; performance.now() < over; number += AT_ONCE) {
    const answer = await fetch(`${origin}${PROJECT}/${REPORTS[number % REPORTS.length]}`, {
      headers: { authorization: `Bearer ${tokens[lane % tokens.length]}` },
    });
    await answer.arrayBuffer();
    process.send?.(answer.status);
  }
}

void Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => ask(lane)));
process.once('disconnect', () => process.exit());
