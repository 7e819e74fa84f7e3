import type { RequestContext } from '../../api/context.ts';
import { readOne, readPage, readWhere } from '../../api/reading/read.ts';
import type { PageArgs } from '../../api/reading/page-args.ts';
import type { Source } from '../../api/reading/source.ts';
import { failFields } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';

/** What singles out a dataset: its uid, or its identifier for people. */
export interface DatasetName {
  readonly uid?: string | undefined;
  readonly datasetId?: string | undefined;
}

/** The dataset of this name in a view, if the caller may see it there; fails INVALID_INPUT without exactly one name. */
export function findDataset<T extends object>(ctx: RequestContext, view: Source<T>, { uid, datasetId }: DatasetName) {
  if (uid != null && datasetId == null) return readOne(ctx, view, uid);
  if (datasetId != null && uid == null) return readWhere(ctx, view, sql`t.dataset_id = ${datasetId}`);
  return failFields({ uid: ['Name the dataset by either uid or datasetId.'] });
}

/** A page of a view; with an identifier the one dataset that has it as identifier or as uid (rest.md 1, dataset_id lookup). */
export const listDatasets = <T extends object>(ctx: RequestContext, view: Source<T>, page: PageArgs, datasetId: string | undefined) =>
  readPage(ctx, view, page, { where: datasetId == null ? undefined : sql`(t.dataset_id = ${datasetId} or t.uid = ${datasetId})` });
