import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { deletedPartPayload, Dataset, datasetPartPayload } from '#datasets/index.ts';
import { CreateAttachmentInput, DeleteAttachmentInput } from './attachment.inputs.ts';
import { attachments } from './attachment.source.ts';
import { AttachmentPayload, DeleteAttachmentPayload } from './attachment.type.ts';
import { createAttachment, deleteAttachment } from './attachments.service.ts';

@Resolver(() => Dataset)
export class AttachmentResolver {
  @Mutation(() => AttachmentPayload, {
    description: 'Attaches a file to a dataset; when the dataset is published, the catalog shows the file immediately.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'BAD_REQUEST', 'PAYLOAD_TOO_LARGE'] })
  @TakesInput(() => CreateAttachmentInput, 'The file.')
  async createAttachment(input: CreateAttachmentInput, ctx: RequestContext) {
    return attachmentPayload(ctx, input.datasetUid, await createAttachment(ctx, input));
  }

  @Mutation(() => DeleteAttachmentPayload, { description: 'Deletes an attachment of a dataset.' })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DeleteAttachmentInput, 'The object to act on.')
  async deleteAttachment(input: DeleteAttachmentInput, ctx: RequestContext) {
    return deletedPartPayload(ctx, 'Attachment', input.datasetUid, await deleteAttachment(ctx, input));
  }
}

const attachmentPayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({
    attachment: lazyRow(ctx, attachments, { uid }),
    attachmentEdge: lazyEdge(ctx, attachments, { uid }),
    ...datasetPartPayload(ctx, datasetUid),
  });
