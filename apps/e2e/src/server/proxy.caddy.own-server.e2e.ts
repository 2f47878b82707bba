import { PROXIES } from '../kit/proxy.js';
import { describeProxy } from './behind-proxy.js';

describeProxy(PROXIES.caddy);
