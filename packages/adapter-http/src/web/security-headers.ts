/** A host that a policy can name: a name or an IPv4 address, with or without a port. */
const HOST = /^[a-z0-9.-]{1,253}(?::[0-9]{1,5})?$/i;

/**
 * Returns the sources of a policy that admit one folder or file of this server, and nothing else of its origin: members upload files there. A
 * folder needs a host: that of the request, and that of the public origin, for a proxy that sends another `Host`. No policy can name an
 * IPv6 address: there the whole origin is admitted.
 */
export function sourcesIn(folder: string, baseUrl: string, host: string | undefined): string {
  const publicHost = new URL(baseUrl).host;
  const hosts = [...new Set([host?.toLowerCase() ?? publicHost, publicHost])];
  return hosts.every((one) => HOST.test(one)) ? hosts.map((one) => one + folder).join(' ') : "'self'";
}

/** The page runs and loads files of this server only, scripts and styles only from their folder, and can turn no text into code (Trusted Types). */
function contentSecurityPolicy(assets: string, worker: string): string {
  return [
    "default-src 'none'",
    `script-src ${assets}`,
    `worker-src ${worker}`,
    `style-src ${assets}`,
    "img-src 'self' blob:",
    `font-src ${assets}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Its one rule makes the address of the service worker, whatever it is given.
    'trusted-types service-worker',
  ].join('; ');
}

/** The features of browsers that a page can use without asking first, and those that ask: the application needs none. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** A year: browsers that were here once come by https only. */
const TRANSPORT = 'max-age=31536000';

const securedBy = (baseUrl: string): Record<string, string> =>
  baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': TRANSPORT } : {};

/** Headers of every file of the application. */
export const fileHeaders = (baseUrl: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...securedBy(baseUrl),
});

/** Headers of the page for a request to this `Host`. */
export const pageHeaders = (baseUrl: string, host: string | undefined): Record<string, string> => ({
  ...fileHeaders(baseUrl),
  'Content-Security-Policy': contentSecurityPolicy(
    sourcesIn('/assets/', baseUrl, host),
    sourcesIn('/service-worker.js', baseUrl, host),
  ),
  'Permissions-Policy': PERMISSIONS_POLICY,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
});
