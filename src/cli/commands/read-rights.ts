import { CommandError } from '../exit-codes.ts';
import { ReadPermissionsDocument } from '../generated/operations.ts';
import type { Session } from '../nouns/noun.ts';

/** The rights of the caller in the domain. Fails where the address is that of no instance, or where the key is missing or not valid. */
export async function readRights({ client }: Session): Promise<ReadonlySet<string>> {
  const { viewer } = await client.send(ReadPermissionsDocument);
  if (!viewer) throw new CommandError('A key is needed, and none is given: set CATALOGRAPH_KEY.');
  return new Set<string>(viewer.permissions);
}
