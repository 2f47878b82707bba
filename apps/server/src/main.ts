#!/usr/bin/env node
import { serve } from './serving/serve.js';

export { serve };

if (require.main === module) void serve({ setUp: false });
