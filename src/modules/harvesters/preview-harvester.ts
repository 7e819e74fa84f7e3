import type { RequestContext } from '#api/context.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { createHarvestFiles } from '#engine/harvesters/harvest-files.ts';
import { createHarvestSource } from '#engine/harvesters/harvest-source.ts';
import { maxEntries, readEntries } from '#engine/harvesters/read-entries.ts';
import { readWithinRequest } from '#resources/index.ts';
import { HarvesterEntity } from './harvester.entity.ts';
import type { PreviewHarvesterInput } from './harvester.inputs.ts';
import { completeSettings, emptyConfiguration, harvesterKindOf, parseSettings } from './harvester.rules.ts';
import { secretsOf } from './harvesters.service.ts';
import { requireHarvesting } from './harvester.source.ts';
import type { HarvesterPreview, PreviewedDataset } from './harvester.type.ts';
import { failFields } from '#kernel/fail.ts';

const maxDatasets = 20;
const maxProblems = 20;
/** For whom the keys of SSH servers are stored that harvesters would read which are not saved yet. */
const previewOwner = 'harvester-previews';
/** The bytes that a preview may read. */
const totalBytes = 128 * 2 ** 20;

/**
 * The first datasets of a source: that of a saved harvester with the given changes, or of a new one. Nothing is saved. Fails INVALID_INPUT,
 * SOURCE_FAILED and SOURCE_REFUSED; where a list breaks after its first dataset, that is a problem of the preview.
 */
export async function previewHarvester(ctx: RequestContext, input: PreviewHarvesterInput): Promise<HarvesterPreview> {
  requireHarvesting(ctx.session);
  const saved =
    input.uid == null ? null : ((await ctx.em.findOne(HarvesterEntity, { uid: input.uid })) ?? fail('NOT_FOUND'));
  if (saved && input.type != null && input.type !== saved.type)
    failFields({ type: [`This harvester is of the type ${saved.type}, which cannot change.`] });
  const kind = harvesterKindOf(input.type ?? saved?.type);
  const stored = saved ? { settings: saved.settings, secrets: secretsOf(ctx, saved) } : emptyConfiguration;
  const settings = completeSettings(parseSettings(kind, input.settings ?? {}, stored));
  return readWithinRequest(ctx, async (signal) => {
    const source = createHarvestSource(ctx.app.fetcher, signal, { totalBytes, requests: maxEntries });
    const files = createHarvestFiles(ctx.app.datasources, saved?.uid ?? previewOwner, signal);
    const datasets: PreviewedDataset[] = [];
    const problems: string[] = [];
    let total: number | undefined;
    let count = 0;
    const reportTotal = (found: number) => {
      total = found;
    };
    const report = (problem: string) => {
      if (problems.length < maxProblems) problems.push(problem);
    };
    try {
      for await (const entry of readEntries(kind, settings, { source, files, signal, reportTotal })) {
        count += 1;
        if ('error' in entry) report(`${entry.id}: ${entry.error}`);
        else if (datasets.length < maxDatasets)
          datasets.push({ remoteId: entry.id, title: entry.title, description: entry.description });
        if (datasets.length === maxDatasets && total !== undefined) break;
      }
    } catch (error) {
      const isOfSource = error instanceof CatalogError && ['SOURCE_FAILED', 'SOURCE_REFUSED'].includes(error.code);
      if (datasets.length === 0 || !isOfSource || signal.aborted) throw error;
      if (datasets.length < maxDatasets) report(error.message);
    }
    return { totalCount: total ?? count, datasets, problems };
  });
}
