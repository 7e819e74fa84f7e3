import type { RequestContext } from '../../api/context.ts';
import { callerOf } from '../../api/session.ts';
import { CatalogError } from '../../kernel/fail.ts';
import { SecretCollector } from '../connections/index.ts';
import { requireRights } from '../datasets/index.ts';
import { acceptFederated } from './accept-federated.ts';
import { noSource, type PresentSource } from './accept-source.ts';
import { askRemote, type ToldRemote } from './ask-remote.ts';
import type { DatasourceInput } from './datasource.inputs.ts';

/**
 * What the remote dataset tells that a resource is about to be made of, for a caller who may edit: it is asked before the
 * dataset is locked. Undefined where there is none, it does not tell, or the input is wrong, which the change itself says.
 * Fails NOT_FOUND, PERMISSION_DENIED, SOURCE_REFUSED.
 */
export async function remoteOfInput(
  ctx: RequestContext,
  datasetUid: string,
  input: DatasourceInput | null | undefined,
  findPresent: () => Promise<PresentSource> = async () => noSource,
): Promise<ToldRemote | undefined> {
  if (input?.type !== 'federated') return undefined;
  await requireRights(ctx, datasetUid, ['edit']);
  const present = await findPresent();
  const collector = new SecretCollector(present.secrets);
  try {
    const datasource = acceptFederated(input, callerOf(ctx.session), {
      datasetUid,
      present: present.datasource,
      collector,
    });
    return await askRemote(ctx.app, datasource, collector.secrets);
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_INPUT') return undefined;
    throw error;
  }
}
