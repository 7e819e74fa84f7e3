import { DatasetProgressDocument, type ProgressFragment } from '#portal-page/generated/operations.ts';
import { GraphError } from '#portal-page/graph/graph-error.ts';
import type { Portal } from '#portal-page/portal.ts';

const retryMs = 3_000;

/**
 * Follows a publication by a subscription until `onProgress` returns false or `signal` aborts. The stream of a server that stops ends; it is
 * opened again after some seconds. Throws what the graph refuses.
 */
export async function followProgress(
  { graph }: Portal,
  uid: string,
  signal: AbortSignal,
  onProgress: (progress: ProgressFragment) => boolean,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { datasetStatus } of graph.subscribe(DatasetProgressDocument, { uid }, signal)) {
        if (datasetStatus && !onProgress(datasetStatus)) return;
      }
    } catch (error) {
      if (error instanceof GraphError) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
  }
}
