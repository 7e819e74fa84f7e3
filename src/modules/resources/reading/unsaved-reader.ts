import type { RequestContext } from '#api/context.ts';
import type { DatasourceReader } from '#engine/datasource/datasource-reader.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { requireConfigurationRight } from '#access/index.ts';
import { requireRights } from '#datasets/index.ts';
import { noSecrets, SecretCollector } from '#connections/index.ts';
import { callerAsDefiner } from '#identity/index.ts';
import { parseDatasource } from '../datasources/parse-resource-datasource.ts';
import type { Datasource } from '../datasources/datasource-kinds.ts';
import type { ReaderConfiguration } from '../datasources/datasource-kind.ts';
import { createResourceReader } from './resource-reader.ts';
import type { GuessExtractorsInput } from '../guess/guess.inputs.ts';

/**
 * Creates a reader of the datasource of an input, to guess its format. The caller must have the right to read the dataset and the right to
 * configure at least one dataset (docs/contract/rest.md, Who may do what).
 */
export async function createReaderForGuess(
  ctx: RequestContext,
  input: GuessExtractorsInput,
): Promise<DatasourceReader> {
  await requireRights(ctx, input.datasetUid, ['read']);
  return requireConfigurationRight(ctx, () => createUnsavedReader(ctx, input));
}

/** Creates a reader of the datasource of an input, for a preview. The caller must have the right to edit the dataset. */
export async function createReaderForPreview(
  ctx: RequestContext,
  input: GuessExtractorsInput,
): Promise<DatasourceReader> {
  await requireRights(ctx, input.datasetUid, ['edit']);
  return createUnsavedReader(ctx, input);
}

async function createUnsavedReader(
  ctx: RequestContext,
  { datasetUid, datasource: input }: GuessExtractorsInput,
): Promise<DatasourceReader> {
  const secrets = new SecretCollector(noSecrets);
  const { datasource, connection } = await parseDatasource(ctx, input, { datasetUid, current: null, secrets });
  return createResourceReader(ctx.app, {
    type: '',
    params: {},
    datasource,
    url: null,
    resourceUid: null,
    secrets: secrets.secrets,
    connection: connection?.connection,
    file: await findFile(ctx, datasetUid, datasource),
    definer: callerAsDefiner(ctx.session),
    isSample: true,
  });
}

/**
 * The stored bytes of the file that a datasource names; null for other kinds of datasources. Fails FILE_MISSING when the dataset has no
 * such file.
 */
async function findFile(
  ctx: RequestContext,
  datasetUid: string,
  datasource: Datasource | null,
): Promise<ReaderConfiguration['file']> {
  if (datasource?.type !== 'uploaded_file') return null;
  return (
    (await firstRow<NonNullable<ReaderConfiguration['file']>>(
      ctx.db,
      sql`
    select blob_key as "blobKey", mimetype, bytes::float8 as bytes from resource_file where dataset_uid = ${datasetUid} and uid = ${datasource.file.uid}`,
    )) ?? fail('FILE_MISSING')
  );
}
