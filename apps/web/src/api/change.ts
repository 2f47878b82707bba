import { session } from './session.js';
import { Refusal } from './refusal.js';
import { useMutation, type UseMutationOptions } from '@tanstack/preact-query';

/** A change under way: every attempt sends the same key, so that it has one effect. */
export interface Attempted<Variables> {
  readonly variables: Variables;
  readonly idempotencyKey: string;
  /** The user who made it: it is not sent as anybody else. */
  readonly user: string | undefined;
}

const OTHER_USER = { error: { code: 'AUTH_REQUIRED', message: 'Another user has signed in.' } } as const;

type Send<Variables, Result> = (variables: Variables, idempotencyKey: string) => Promise<Result>;

/** `crypto.randomUUID` is missing where the page came by plain http from another machine. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const attempted = <Variables>(variables: Variables): Attempted<Variables> => ({
  variables,
  idempotencyKey: newIdempotencyKey(),
  user: session.peek()?.user.publicId,
});

/** The options of a mutation that sends one key however often it is tried. */
export const changeOptions = <Variables, Result>(send: Send<Variables, Result>) => ({
  mutationFn: ({ variables, idempotencyKey, user }: Attempted<Variables>) => {
    // An attempt can come long after the one before, when another user has signed in.
    if (user !== undefined && user !== session.peek()?.user.publicId)
      return Promise.reject(new Refusal(401, OTHER_USER, null, undefined));
    return send(variables, idempotencyKey);
  },
});

type UseChangeOptions<Variables, Result> = Omit<UseMutationOptions<Result, Error, Attempted<Variables>>, 'mutationFn'>;

/** A change that the user makes: `change.make(variables)`. */
export function useChange<Variables, Result>(
  send: Send<Variables, Result>,
  options: UseChangeOptions<Variables, Result> = {},
) {
  const mutation = useMutation<Result, Error, Attempted<Variables>>({ ...changeOptions(send), ...options });
  return {
    ...mutation,
    make: (variables: Variables) => {
      mutation.mutate(attempted(variables));
    },
    makeAsync: (variables: Variables) => mutation.mutateAsync(attempted(variables)),
  };
}
