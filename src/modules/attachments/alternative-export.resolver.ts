import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Declares } from '#api/errors/declares.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { datasetPartPayload, deletedPartPayload } from '#datasets/index.ts';
import { lazyObject } from '#kernel/json.ts';
import {
  CreateAlternativeExportInput,
  DeleteAlternativeExportInput,
  UpdateAlternativeExportInput,
} from './alternative-export.inputs.ts';
import { alternativeExports } from './alternative-export.source.ts';
import {
  AlternativeExport,
  AlternativeExportPayload,
  DeleteAlternativeExportPayload,
} from './alternative-export.type.ts';
import {
  createAlternativeExport,
  deleteAlternativeExport,
  updateAlternativeExport,
} from './alternative-exports.service.ts';

@Resolver(() => AlternativeExport)
export class AlternativeExportResolver {
  @Mutation(() => AlternativeExportPayload, {
    description: 'Adds an alternative export to a dataset, which the catalog offers immediately.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'BAD_REQUEST', 'PAYLOAD_TOO_LARGE'] })
  @TakesInput(() => CreateAlternativeExportInput, 'The alternative export.')
  async createAlternativeExport(input: CreateAlternativeExportInput, ctx: RequestContext) {
    return alternativeExportPayload(ctx, input.datasetUid, await createAlternativeExport(ctx, input));
  }

  @Mutation(() => AlternativeExportPayload, {
    description: 'Changes what describes an alternative export, or its address. A file is replaced by another one.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateAlternativeExportInput, 'The change.')
  async updateAlternativeExport(input: UpdateAlternativeExportInput, ctx: RequestContext) {
    return alternativeExportPayload(ctx, input.datasetUid, await updateAlternativeExport(ctx, input));
  }

  @Mutation(() => DeleteAlternativeExportPayload, { description: 'Deletes an alternative export of a dataset.' })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DeleteAlternativeExportInput, 'The object to act on.')
  async deleteAlternativeExport(input: DeleteAlternativeExportInput, ctx: RequestContext) {
    return deletedPartPayload(ctx, 'AlternativeExport', input.datasetUid, await deleteAlternativeExport(ctx, input));
  }
}

const alternativeExportPayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({
    alternativeExport: lazyRow(ctx, alternativeExports, { uid }),
    alternativeExportEdge: lazyEdge(ctx, alternativeExports, { uid }),
    ...datasetPartPayload(ctx, datasetUid),
  });
