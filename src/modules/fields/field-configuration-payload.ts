import type { RequestContext } from '../../api/context.ts';
import { readByKey } from '../../api/reading/read.ts';
import { datasetPayload } from '../datasets/index.ts';
import { fieldConfigurations } from './field-configuration.source.ts';

/** The fields of a FieldConfigurationPayload after a change of the configuration, which are read only when they are selected. */
export const configurationPayload = (ctx: RequestContext, datasetUid: string, uid: string) => ({
  fieldConfiguration: () => readByKey(ctx, fieldConfigurations, uid),
  ...datasetPayload(ctx, datasetUid),
});
