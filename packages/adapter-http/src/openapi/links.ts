import type { RoutedOperation } from '../arrival/routes.js';

type Json = Record<string, unknown>;

/** The resource of each creation: the path parameter that names it, and the member of the response with the parameter's value. */
const CREATED: Readonly<Record<string, { readonly parameter: string; readonly member: string }>> = {
  createProject: { parameter: 'projectKey', member: 'key' },
  createProjectSprint: { parameter: 'sprintId', member: 'id' },
  createWorkItem: { parameter: 'workItemKey', member: 'key' },
  createWorkItemLink: { parameter: 'linkId', member: 'id' },
  createWorkItemComment: { parameter: 'commentId', member: 'id' },
  createWorkItemAttachment: { parameter: 'attachmentId', member: 'id' },
};

/** Links a creation to each operation whose path parameters are the created resource and the parameters of the creation's request. */
export function linksOf(creation: RoutedOperation, operations: readonly RoutedOperation[]): Json {
  const created = CREATED[creation.policy.id];
  if (!created) return {};
  const given = parametersOf(creation);
  const takers = operations.filter((operation) => {
    const taken = parametersOf(operation);
    return (
      taken.includes(created.parameter) && taken.every((name) => name === created.parameter || given.includes(name))
    );
  });
  const parameters = {
    ...Object.fromEntries(given.map((name) => [name, `$request.path.${name}`])),
    [created.parameter]: `$response.body#/${created.member}`,
  };
  return Object.fromEntries(takers.map(({ policy: { id } }) => [id, { operationId: id, parameters }]));
}

function parametersOf({ url }: RoutedOperation): string[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}
