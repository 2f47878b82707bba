export { isSecure } from './bounded-fetch.js';
export { OidcProviders } from './oidc-providers.js';
export type { OidcSettings } from './settings.js';
