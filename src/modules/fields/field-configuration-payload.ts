import type { RequestContext } from '../../api/context.ts';
import { lazyRow } from '../../api/reading/read.ts';
import { datasetPayload } from '../datasets/index.ts';
import { fieldConfigurations } from './field-configuration.source.ts';

/** The fields of a FieldConfigurationPayload after a change of the configuration, which are read only when they are selected. */
export const configurationPayload = (ctx: RequestContext, datasetUid: string, uid: string) => ({
  fieldConfiguration: lazyRow(ctx, fieldConfigurations, { uid, dataset_uid: datasetUid }),
  ...datasetPayload(ctx, datasetUid),
});
