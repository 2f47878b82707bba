import { Core1763683200000 } from './0001-core.js';
import { Comments1763683202000 } from './0003-comments.js';
import { Links1763683204000 } from './0005-links.js';

/** In the order they run. One that has been released is never edited. */
export const MIGRATIONS = [Core1763683200000, Comments1763683202000, Links1763683204000];

/** The name under which TypeORM remembers each. */
export const MIGRATION_NAMES = MIGRATIONS.map((Migration) => new Migration().name);
