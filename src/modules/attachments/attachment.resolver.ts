import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { toNodeId } from '#kernel/ids.ts';
import { Dataset, datasetPartPayload } from '#datasets/index.ts';
import { CreateAttachmentInput, DeleteAttachmentInput } from './attachment.inputs.ts';
import { attachments } from './attachment.source.ts';
import { AttachmentPayload, DeleteAttachmentPayload } from './attachment.type.ts';
import { createAttachment, deleteAttachment } from './attachments.service.ts';

@Resolver(() => Dataset)
export class AttachmentResolver {
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
