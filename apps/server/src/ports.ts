import cluster from 'node:cluster';
import {
  Mutations,
  type Blobs,
  type KeyUse,
  type Ports,
  type RateLimiter,
  type SignInThrottle,
  type StoreOwnership,
} from '@worktrack/application';
import { callbackPathOf } from '@worktrack/adapter-http';
import { OidcProviders } from '@worktrack/adapter-oidc';
import { HttpWebhookReceivers } from '@worktrack/adapter-webhooks';
import type { Configuration } from './config.js';
import type { OpenDatabase } from './database.js';
import { Argon2Hasher } from './passwords/argon2.js';
import { MostCommonPasswords } from './passwords/most-common.js';
import { SharpAvatarImages } from './avatars/sharp-avatar-images.js';
import { SharpRasterizer } from './exports/sharp-rasterizer.js';
import { PackagedTimeZones } from './time-zones.js';
import { serverReadiness } from './workers/server-readiness.js';

/** The limits of requests and of attempts to sign in. */
export interface Limits {
  readonly limiter: RateLimiter;
  readonly signInThrottle: SignInThrottle;
}

/** Returns the implementation of each port of the public API, most of them from the database. */
export function portsOf(
  { database, adapters }: OpenDatabase,
  { limiter: rateLimiter, signInThrottle }: Limits,
  blobs: Blobs,
  storeOwnership: StoreOwnership,
  {
    idempotencyQuotaBytes,
    providers,
    baseUrl,
    webhooks,
  }: Pick<Configuration, 'idempotencyQuotaBytes' | 'providers' | 'baseUrl' | 'webhooks'>,
  keyUsed?: (use: KeyUse) => void,
): Ports {
  const mutations = new Mutations(adapters.unitOfWork, idempotencyQuotaBytes, keyUsed);
  const own = { isReady: () => database.isAnswering() };
  const readiness = cluster.isWorker ? serverReadiness(own) : own;
  const passwords = { passwordHasher: new Argon2Hasher(), commonPasswords: new MostCommonPasswords() };
  return {
    ...adapters,
    ...passwords,
    avatarImages: new SharpAvatarImages(),
    blobs,
    identityProviders: new OidcProviders(providers, (id) => baseUrl + callbackPathOf(id)),
    mutations,
    rasterizer: new SharpRasterizer(),
    rateLimiter,
    readiness,
    signInThrottle,
    storeOwnership,
    timeZones: new PackagedTimeZones(),
    webhookReceivers: new HttpWebhookReceivers(webhooks),
  };
}
