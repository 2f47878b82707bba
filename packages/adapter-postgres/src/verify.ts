import type { OrganizationId } from '@worktrack/domain';
import { openDatabase } from './database.js';
import { Verifier, type Verification } from './verification/verifier.js';

/**
 * Checks the rules that stored records keep, of one Organization or of all, as the user of `ownerUrl`. Reads only, and takes no lock that
 * a request waits for: requests may go on.
 */
export async function verifyRecords(ownerUrl: string, organizationId?: OrganizationId): Promise<Verification> {
  const database = await openDatabase({ url: ownerUrl, poolMax: 1, prepared: false, role: 'owner' });
  try {
    return await new Verifier(database.connections, organizationId).run();
  } finally {
    await database.close();
  }
}
