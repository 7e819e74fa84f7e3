import type { RequestContext } from '../../api/context.ts';
import { isRealtime } from '../../engine/extractors/realtime.ts';
import { failFields } from '../../kernel/fail.ts';
import { acceptDatasource, type AcceptedDatasource } from './accept-datasource.ts';
import type { DatasourceInput } from './datasource.inputs.ts';
import type { DatasourceSecrets } from './datasource-secrets.ts';
import { pushSecrets } from './push-key.ts';

/** Of an input, what tells where records come from. */
interface GivenSource {
  readonly type: string;
  readonly datasource?: DatasourceInput | null | undefined;
}

/** Where the records of a resource come from; what is pushed has a key instead of a datasource. Fails INVALID_INPUT. */
export async function acceptSource(
  ctx: RequestContext, datasetUid: string, { type, datasource }: GivenSource, stored: DatasourceSecrets | null = null,
): Promise<AcceptedDatasource> {
  if (!isRealtime({ type })) return acceptDatasource(ctx, datasetUid, datasource, stored);
  if (datasource) failFields({ datasource: ['A realtime resource has none: its records are pushed.'] });
  return { datasource: null, secrets: pushSecrets(stored) };
}
