import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadByArgument, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { CatalogDataset, Dataset, datasetPartPayload } from '#datasets/index.ts';
import { CreateAttachmentInput, DeleteAttachmentInput } from './attachment.inputs.ts';
import {
  attachmentOfCatalogDataset,
  attachmentOfDataset,
  attachments,
  attachmentsOfCatalogDataset,
  attachmentsOfDataset,
} from './attachment.source.ts';
import { Attachment, AttachmentConnection, AttachmentPayload, DeleteAttachmentPayload } from './attachment.type.ts';
import { createAttachment, deleteAttachment } from './attachments.service.ts';

@Resolver(() => Dataset)
export class AttachmentResolver {
  @FieldResolver(() => AttachmentConnection, { description: 'The attachments of the dataset, by creation.' })
  attachments(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, attachmentsOfDataset, dataset, page);
  }

  @FieldResolver(() => Attachment, {
    nullable: true,
    description: 'The attachment with this uid; null when there is none.',
  })
  attachment(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: 'The uid of the attachment.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, attachmentOfDataset, dataset, uid);
  }

  @Mutation(() => AttachmentPayload, {
    description: 'Attaches a file to a dataset; when the dataset is published, the catalog shows the file immediately.',
  })
  async createAttachment(
    @Arg('input', () => CreateAttachmentInput, { description: 'The file.' }) input: CreateAttachmentInput,
    @Ctx() ctx: RequestContext,
  ) {
    return attachmentPayload(ctx, input.datasetUid, await createAttachment(ctx, input));
  }

  @Mutation(() => DeleteAttachmentPayload, { description: 'Deletes an attachment of a dataset.' })
  async deleteAttachment(
    @Arg('input', () => DeleteAttachmentInput, { description: 'The object to act on.' }) input: DeleteAttachmentInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletePayload(ctx, input.datasetUid, await deleteAttachment(ctx, input));
  }
}

const attachmentPayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({
    attachment: lazyRow(ctx, attachments, { uid }),
    attachmentEdge: lazyEdge(ctx, attachments, { uid }),
    ...datasetPartPayload(ctx, datasetUid),
  });

const deletePayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({ ...deletedObject(toNodeId('Attachment', uid)), uid: () => uid, ...datasetPartPayload(ctx, datasetUid) });

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
