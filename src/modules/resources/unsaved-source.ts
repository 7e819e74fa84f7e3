import type { RequestContext } from '../../api/context.ts';
import type { DatasourceReader } from '../../engine/datasource/datasource-reader.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { requireConfigurationRight } from '../access/index.ts';
import { requireRights } from '../datasets/index.ts';
import { noSecrets, SecretCollector } from '../connections/index.ts';
import { callerAsDefiner } from '../identity/index.ts';
import { acceptDatasource } from './accept-datasource.ts';
import type { Datasource } from './datasource-kinds.type.ts';
import { sourceOf, type SourceConfiguration } from './source-of.ts';
import type { GuessExtractorsInput } from './guess.inputs.ts';

/** The source that an input describes, for a caller who may guess (docs/contract/rest.md, Who may do what). */
export async function sourceToGuess(ctx: RequestContext, input: GuessExtractorsInput): Promise<DatasourceReader> {
  await requireRights(ctx, input.datasetUid, ['read']);
  return requireConfigurationRight(ctx, () => unsavedSource(ctx, input));
}

/** The source that an input describes, for a caller who may edit the dataset. */
export async function sourceToPreview(ctx: RequestContext, input: GuessExtractorsInput): Promise<DatasourceReader> {
  await requireRights(ctx, input.datasetUid, ['edit']);
  return unsavedSource(ctx, input);
}

async function unsavedSource(
  ctx: RequestContext,
  { datasetUid, datasource: input }: GuessExtractorsInput,
): Promise<DatasourceReader> {
  const collector = new SecretCollector(noSecrets);
  const { datasource, connection } = await acceptDatasource(ctx, input, { datasetUid, present: null, collector });
  return sourceOf(ctx.app, {
    type: '',
    params: {},
    datasource,
    url: null,
    resourceUid: null,
    secrets: collector.secrets,
    connection: connection?.connection,
    file: await fileOf(ctx, datasetUid, datasource),
    definer: callerAsDefiner(ctx.session),
    isSample: true,
  });
}

async function fileOf(
  ctx: RequestContext,
  datasetUid: string,
  datasource: Datasource | null,
): Promise<SourceConfiguration['file']> {
  if (datasource?.type !== 'uploaded_file') return null;
  return (
    (await firstRow<NonNullable<SourceConfiguration['file']>>(
      ctx.db,
      sql`
    select content, mimetype, bytes::float8 as bytes from resource_file where dataset_uid = ${datasetUid} and uid = ${datasource.file.uid}`,
    )) ?? fail('FILE_MISSING')
  );
}
