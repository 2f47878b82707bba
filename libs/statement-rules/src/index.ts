export { refusedByCluster } from './cluster.js';
export { describe, isException, loose, superfluous, type BreakingText, type SentText } from './check.js';
export { mutantsOf, type Mutant } from './mutants.js';
export type { Exception, Policy, TableRule } from './policy.js';
export { UnknownSyntax } from './queries.js';
export { loadParser, parse, parseEach, type Part } from './syntax.js';
export { starredTables, tablesOf } from './tables.js';
export { breachesOf, type Breach } from './ties.js';
