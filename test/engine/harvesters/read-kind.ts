import { createHarvestSource, type HarvestLimits } from '#engine/harvesters/harvest-source.ts';
import { createHarvestFiles } from '#engine/harvesters/harvest-files.ts';
import type { RemoteFailure } from '#engine/harvesters/harvester-kind.ts';
import { readEntries, type VersionedDataset } from '#engine/harvesters/read-entries.ts';
import { findHarvesterKind } from '#engine/harvesters/registry.ts';
import type { JsonObject } from '#kernel/json.ts';
import { createDatasources } from '#platform/datasources/datasources.ts';
import { portsFor } from '../../platform/datasources/ports.ts';
import { fetcherFor } from '../../platform/fetcher/web.ts';

/** What a kind yields in one run. */
export interface ReadPortal {
  readonly datasets: readonly VersionedDataset[];
  readonly failures: readonly RemoteFailure[];
  readonly total: number | undefined;
}

/** Reads a portal on this machine to its end; `hosts` are the pairs of host and port that may be reached. */
export async function readPortal(
  type: string,
  settings: JsonObject,
  hosts: readonly string[],
  limits: Partial<HarvestLimits> = {},
): Promise<ReadPortal> {
  const kind = findHarvesterKind(type);
  if (!kind) throw new Error(`There is no kind ${type}.`);
  const checked = kind.check(settings);
  if (Object.keys(checked.errors).length > 0) throw new Error(JSON.stringify(checked.errors));
  const { signal } = new AbortController();
  const found: (VersionedDataset | RemoteFailure)[] = [];
  let total: number | undefined;
  const source = createHarvestSource(fetcherFor(hosts), signal, limits);
  for await (const entry of readEntries(kind, checked.settings, {
    source,
    files: createHarvestFiles(createDatasources(portsFor(hosts)), 'test', signal),
    signal,
    reportTotal: (count) => (total = count),
  }))
    found.push(entry);
  return {
    datasets: found.filter((entry) => 'version' in entry),
    failures: found.filter((entry) => 'error' in entry),
    total,
  };
}
