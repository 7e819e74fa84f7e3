import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { visibleRecordsIn } from '#records/index.ts';
import { settingsOf } from '../reading/dataset-settings.ts';
import { openRecords } from '../reading/open-records.ts';
import { countRecords, readRecord, readRecordPage } from '../reading/read-page.ts';
import { bindSelection, type Selection, type SelectionArguments } from '../reading/selection.ts';
import type { RecordArgs, RecordPageArgs, RecordSelectionArgs } from './records.inputs.ts';

type Dataset = Row<CatalogDataset>;

/** The arguments of a selection; null counts as not given. */
export const selectionArguments = ({
  filter,
  where,
  refine,
  exclude,
  timezone,
  lang,
}: Partial<RecordSelectionArgs>): SelectionArguments => ({
  filter,
  where: typeof where === 'string' ? [where] : [],
  refine: refine ?? [],
  exclude: exclude ?? [],
  timezone: timezone ?? 'UTC',
  lang,
});

/** Opens the records of a dataset for a query and binds its selection. Fails as `openRecords` and `select`, in that order. */
export async function openSelection(
  ctx: RequestContext,
  dataset: Dataset,
  args: SelectionArguments,
): Promise<Selection> {
  const { records } = await openRecords(ctx, dataset);
  return bindSelection(records, settingsOf(dataset), args);
}

/** A page of the visible records. */
export async function listRecords(ctx: RequestContext, dataset: Dataset, args: RecordPageArgs) {
  const { first, after, offset } = args;
  return readRecordPage(ctx, await openSelection(ctx, dataset, selectionArguments(args)), {
    select: args.select ?? [],
    orderBy: args.orderBy ?? [],
    page: { first, after: after ?? undefined, offset },
  });
}

/** A visible record, or null. */
export const findRecord = async (
  ctx: RequestContext,
  dataset: Dataset,
  { recordId, select: items, ...settings }: RecordArgs,
) => readRecord(ctx, await openSelection(ctx, dataset, selectionArguments(settings)), recordId, items ?? []);

/** The number of visible records; null where the caller sees none of the data. The number is metadata, so that reading it counts no call. */
export async function countVisibleRecords(ctx: RequestContext, dataset: Dataset): Promise<number | null> {
  const records = await visibleRecordsIn(ctx, dataset);
  return records?.isDataVisible
    ? countRecords(ctx, bindSelection(records, settingsOf(dataset), selectionArguments({})), 'recordCount')
    : null;
}
