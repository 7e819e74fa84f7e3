import { Arg, Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { loadByArgument, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import type { Row } from '#api/reading/type-source.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { attachmentOfCatalogDataset, attachmentsOfCatalogDataset } from './attachment.source.ts';
import { Attachment, AttachmentConnection } from './attachment.type.ts';

@Resolver(() => CatalogDataset)
export class CatalogAttachmentResolver {
  @FieldResolver(() => AttachmentConnection, { description: 'The attachments of the dataset, by creation.' })
  attachments(@Root() dataset: Row<CatalogDataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, attachmentsOfCatalogDataset, dataset, page);
  }

  @FieldResolver(() => Attachment, {
    nullable: true,
    description: 'The attachment with this uid; null when there is none.',
  })
  attachment(
    @Root() dataset: Row<CatalogDataset>,
    @Arg('uid', () => ID, { description: 'The uid of the attachment.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, attachmentOfCatalogDataset, dataset, uid);
  }
}
