import { Arg, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { findRecordFile } from './find-record-file.ts';
import { RecordFile } from './record-file.type.ts';

@Resolver(() => CatalogDataset)
export class DatasetFilesResolver {
  @FieldResolver(() => RecordFile, {
    nullable: true,
    description:
      'A file of the records that the caller may see; the Explore API downloads its bytes. Null when no visible field of a visible record contains the file. Fails DATA_NOT_VISIBLE and CALLS_QUOTA_REACHED.',
  })
  file(
    @Root() dataset: Row<CatalogDataset>,
    @Arg('fileId', () => ID, { description: 'The `id` of the file in rows.' }) fileId: string,
    @Ctx() ctx: RequestContext,
  ) {
    return findRecordFile(ctx, dataset, fileId);
  }
}
