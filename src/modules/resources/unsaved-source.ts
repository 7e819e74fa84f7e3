import type { RequestContext } from '../../api/context.ts';
import type { Source } from '../../engine/source.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import { requireConfiguring } from '../access/index.ts';
import { checkRights } from '../datasets/index.ts';
import { acceptDatasource } from './accept-datasource.ts';
import type { Datasource } from './datasource.type.ts';
import { sourceOf, type SourceConfiguration } from './source-of.ts';
import type { GuessExtractorsInput } from './guess.inputs.ts';

/** The source that an input describes, for a caller who may guess (rest.md, Who may do what). */
export async function sourceToGuess(ctx: RequestContext, input: GuessExtractorsInput): Promise<Source> {
  await checkRights(ctx, input.datasetUid, ['read']);
  return requireConfiguring(ctx, () => unsavedSource(ctx, input));
}

/** The source that an input describes, for a caller who may edit the dataset. */
export async function sourceToPreview(ctx: RequestContext, input: GuessExtractorsInput): Promise<Source> {
  await checkRights(ctx, input.datasetUid, ['edit']);
  return unsavedSource(ctx, input);
}

async function unsavedSource(ctx: RequestContext, { datasetUid, datasource: input }: GuessExtractorsInput): Promise<Source> {
  const { datasource, secrets } = await acceptDatasource(ctx, datasetUid, input);
  return sourceOf(ctx.app, { datasource, secrets, url: null, resourceUid: null, file: await fileOf(ctx, datasetUid, datasource) });
}

async function fileOf(ctx: RequestContext, datasetUid: string, datasource: Datasource | null): Promise<SourceConfiguration['file']> {
  if (datasource?.type !== 'uploaded_file') return null;
  return await firstRow<NonNullable<SourceConfiguration['file']>>(ctx.db, sql`
    select content, mimetype, bytes::float8 as bytes from resource_file where dataset_uid = ${datasetUid} and uid = ${datasource.file.uid}`) ?? fail('FILE_MISSING');
}
