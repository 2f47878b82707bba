export type { AccessEntry, EndingTrace, RequestMonitor, RequestTracer, ServerLog } from './arrival/access-log.js';
export { API_VERSION } from './health/health.controller.js';
export { callbackPathOf } from './session/callback-path.js';
export { clientNetworkOf } from './limits/client-network.js';
export { ReferencePage } from './openapi/reference-page.js';
export { PortsModule } from './ports.module.js';
export { createApi, type Api, type ApiOptions } from './server.js';
export { WebApplication, type WebFile } from './web/web-application.js';
