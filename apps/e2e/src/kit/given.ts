import { randomUUID } from 'node:crypto';
import type { Answer, Caller } from './client.js';

let counter = 0;

/** A Project key that this run has not used: `P1A2B3C4D5` has the longest form a key may have. */
export function unusedProjectKey(): string {
  counter += 1;
  return `P${randomUUID().slice(0, 7)}${counter % 100}`.toUpperCase();
}

export async function created(answer: Promise<Answer>): Promise<any> {
  const { status, text, body } = await answer;
  if (status !== 201) throw new Error(`Nothing was created: ${status} ${text}`);
  return body;
}

/** A fresh Project of the Organization at `org`; answers its representation. */
export function givenProject(caller: Caller, org: string, members: object = {}): Promise<any> {
  return created(caller.post(`${org}/projects`, { name: 'A Project', key: unusedProjectKey(), ...members }));
}

/** A fresh comment on the Work Item at `item`; answers its representation. */
export function givenComment(caller: Caller, item: string, members: object = {}): Promise<any> {
  return created(caller.post(`${item}/comments`, { body: 'A comment', ...members }));
}

/** A fresh link of the Work Item at `item` with the one of that key; answers its representation. */
export function givenLink(caller: Caller, item: string, targetKey: string, relation = 'blocks'): Promise<any> {
  return created(caller.post(`${item}/links`, { targetKey, relation }));
}

/** A fresh Work Item of the Project at `project`; answers its representation. */
export function givenWorkItem(caller: Caller, project: string, members: object = {}): Promise<any> {
  return created(caller.post(`${project}/work-items`, { title: 'An item', ...members }));
}

/** A fresh Sprint of the Project at `project`; answers its representation. */
export function givenSprint(caller: Caller, project: string, members: object = {}): Promise<any> {
  return created(caller.post(`${project}/sprints`, { name: 'A Sprint', ...members }));
}

/** The Sprint at `sprint`, moved on; answers its representation. */
export async function moved(caller: Caller, sprint: string, targetState: string, members: object = {}): Promise<any> {
  const { status, text, body } = await caller.post(
    `${sprint}/transitions`,
    { targetState, ...members },
    { ifMatch: '*' },
  );
  if (status !== 200) throw new Error(`The Sprint did not become ${targetState}: ${status} ${text}`);
  return body;
}

/** A fresh label of the Project at `project`; answers its representation. */
export function givenLabel(caller: Caller, project: string, name: string, color?: string): Promise<any> {
  return created(caller.post(`${project}/labels`, { name, ...(color === undefined ? {} : { color }) }));
}
