import type { RequestContext } from '#api/context.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { datasetPartPayload } from '#datasets/index.ts';
import { fieldConfigurations } from './field-configuration.source.ts';

/** The fields of a FieldConfigurationPayload after a change of the configuration, which are read only when they are selected. */
export const configurationPayload = (ctx: RequestContext, datasetUid: string, uid: string) => ({
  fieldConfiguration: lazyRow(ctx, fieldConfigurations, { uid, dataset_uid: datasetUid }),
  fieldConfigurationEdge: lazyEdge(ctx, fieldConfigurations, { uid, dataset_uid: datasetUid }),
  ...datasetPartPayload(ctx, datasetUid),
});
