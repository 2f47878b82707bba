import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { useChange } from '../../api/change.js';
import { dataOf, extensions, type ExtensionSchemas } from '../../api/client.js';
import { usePages } from '../../api/pages.js';

export type Webhook = ExtensionSchemas['Webhook'];
export type Delivery = ExtensionSchemas['WebhookDelivery'];
export type DeadLetter = ExtensionSchemas['WebhookDeadLetter'];
export type WebhookInput = ExtensionSchemas['CreateWebhookBody'];

/** Milliseconds between two looks at webhooks: their state changes by itself. */
const PERIOD = 3_000;

const PAGE = 25;

/** An Organization and one of its webhooks. */
export interface WebhookPlace {
  readonly organization: string;
  readonly webhookId: string;
}

const keyOf = (organization: string) => ['webhooks', organization];
const headerOf = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });
const pathOf = ({ organization: organizationSlug, webhookId }: WebhookPlace) => ({ organizationSlug, webhookId });

const ALL = '/api/x/organizations/{organizationSlug}/webhooks';
const ONE = '/api/x/organizations/{organizationSlug}/webhooks/{webhookId}';

/** The webhooks of an Organization, by name. */
export const useWebhooks = (organization: string) =>
  useQuery({
    queryKey: keyOf(organization),
    queryFn: ({ signal }) =>
      dataOf(extensions.GET(ALL, { params: { path: { organizationSlug: organization } }, signal })).then(
        ({ items }) => items,
      ),
    refetchInterval: PERIOD,
  });

/** Reads the webhooks with their deliveries again after a change. */
function useReread(organization: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keyOf(organization) });
}

/** Creates a webhook. Its secret is in the response this once. */
export function useCreateWebhook(organization: string) {
  const onSuccess = useReread(organization);
  return useChange(
    (body: WebhookInput, key) =>
      dataOf(
        extensions.POST(ALL, {
          params: { path: { organizationSlug: organization }, header: headerOf(key) },
          body,
        }),
      ),
    { onSuccess },
  );
}

/** Changes a webhook as it was read. */
export function useChangeWebhook(place: WebhookPlace) {
  const onSettled = useReread(place.organization);
  return useChange(
    ({ revision, ...body }: Omit<WebhookInput, 'from'> & { readonly revision: number }, key) =>
      dataOf(
        extensions.PATCH(ONE, {
          params: { path: pathOf(place), header: { ...headerOf(key), 'If-Match': `"webhook-${revision}"` } },
          body,
        }),
      ),
    { onSettled },
  );
}

/** Deletes a webhook with its deliveries. */
export function useDeleteWebhook(place: WebhookPlace) {
  const onSettled = useReread(place.organization);
  return useChange(
    (_: undefined, key) =>
      dataOf(
        extensions.DELETE(ONE, { params: { path: pathOf(place), header: { ...headerOf(key), 'If-Match': '*' } } }),
      ),
    { onSettled },
  );
}

/** Pauses or resumes a webhook, or has a ping sent. */
export function useWebhookAct(place: WebhookPlace, act: 'pause' | 'resume' | 'ping') {
  const onSettled = useReread(place.organization);
  return useChange(
    (_: undefined, key) => {
      const options = { params: { path: pathOf(place), header: headerOf(key) }, body: {} };
      return dataOf(extensions.POST(`${ONE}/${act}`, options));
    },
    { onSettled },
  );
}

/** Replaces the secret. The new one is in the response this once. */
export function useRotateSecret(place: WebhookPlace) {
  const onSuccess = useReread(place.organization);
  return useChange(
    (overlapHours: number, key) =>
      dataOf(
        extensions.POST(`${ONE}/secret`, {
          params: { path: pathOf(place), header: headerOf(key) },
          body: { overlapHours },
        }),
      ),
    { onSuccess },
  );
}

/** The attempts of a webhook, newest first. */
export const useDeliveries = (place: WebhookPlace) =>
  usePages([...keyOf(place.organization), place.webhookId, 'deliveries'], (after, signal) =>
    dataOf(
      extensions.GET(`${ONE}/deliveries`, {
        params: { path: pathOf(place), query: { limit: PAGE, ...after } },
        signal,
      }),
    ),
  );

/** The events that the receiver refused, newest first. */
export const useDeadLetters = (place: WebhookPlace) =>
  usePages([...keyOf(place.organization), place.webhookId, 'dead-letters'], (after, signal) =>
    dataOf(
      extensions.GET(`${ONE}/dead-letters`, {
        params: { path: pathOf(place), query: { limit: PAGE, ...after } },
        signal,
      }),
    ),
  );

/** Has a dead letter sent once more. */
export function useRedeliver(place: WebhookPlace, eventId: string) {
  const onSettled = useReread(place.organization);
  return useChange(
    (_: undefined, key) =>
      dataOf(
        extensions.POST(`${ONE}/dead-letters/{eventId}/redelivery`, {
          params: { path: { ...pathOf(place), eventId }, header: headerOf(key) },
          body: {},
        }),
      ),
    { onSettled },
  );
}

/** Reads the deliveries of a webhook again and again: they come by themselves. */
export function useFreshDeliveries({ organization, webhookId }: WebhookPlace): void {
  const cache = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      void cache.invalidateQueries({ queryKey: [...keyOf(organization), webhookId] });
    }, PERIOD);
    return () => {
      clearInterval(timer);
    };
  }, [cache, organization, webhookId]);
}

/** The event of a delivery as the user sees it now. */
export const useEvent = (organization: string, eventId: string) =>
  useQuery({
    queryKey: ['event', organization, eventId],
    queryFn: ({ signal }) =>
      dataOf(
        extensions.GET('/api/x/organizations/{organizationSlug}/events/{eventId}', {
          params: { path: { organizationSlug: organization, eventId } },
          signal,
        }),
      ),
  });
