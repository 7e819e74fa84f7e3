import type { RequestContext } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { linkMetadata } from '../datasets/index.ts';
import { linkToRemote, type ToldRemote } from '../resources/index.ts';
import type { Attempt } from './attempt.ts';
import { catchUpWithLog } from './catch-up-with-log.ts';
import { filterRemark } from './filter-warnings.ts';
import { holdOrder, type HeldOrder } from './hold-order.ts';
import { moveStatus } from './move-status.ts';
import type { PublishedField } from './progress.ts';
import type { OrderKind } from './publication-order.entity.ts';
import { sweepQueue } from './queues.ts';
import { rememberSources } from './remember-sources.ts';
import { withoutEmptying } from './without-emptying.ts';

/** How the work on an order ended. */
export interface Outcome {
  readonly event: 'done' | 'full' | 'fail';
  readonly message?: string;
  /** Whether a limit left nothing to show. */
  readonly isEmpty?: boolean;
  readonly params?: JsonObject;
  /** What the remote dataset tells of itself that the records come from. */
  readonly told?: ToldRemote | undefined;
}

/** What readers see from now on. */
const shows: Readonly<Record<OrderKind, (held: HeldOrder) => void>> = {
  publish({ dataset, order }) {
    dataset.generation = order.generation;
    dataset.publishedFields = order.progress?.fields ?? [];
    dataset.publishedMetadata = order.configuration.metadata ?? {};
    dataset.isPublished = true;
  },
  publish_metadata({ dataset, order }) {
    dataset.publishedMetadata = order.configuration.metadata ?? {};
  },
  unpublish({ dataset }) {
    dataset.generation = null;
    dataset.publishedFields = null;
    dataset.publishedMetadata = null;
    dataset.isPublished = false;
  },
};

/** Ends an attempt's order in one transaction; nothing happens when the order is another attempt's by now, or gone. */
export function settleOrder(ctx: RequestContext, attempt: Attempt, outcome: Outcome): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const held = await holdOrder(tx, attempt);
    if (held?.order.holder === attempt.holder) await settle(tx, held, outcome);
  });
}

/** Ends an order: readers see what it made, unless it failed; then they see what they saw before. */
export async function settle(tx: RequestContext, held: HeldOrder, outcome: Outcome): Promise<void> {
  const { dataset, order } = held;
  const { event, message, isEmpty = false, params, told } = await withoutEmptying(tx, held, outcome);
  const showsNothing = event === 'fail' || isEmpty;
  const before = dataset.publishedFields ?? [];
  if (!showsNothing) {
    if (told) await refreshMetadata(tx, held, told);
    shows[order.kind](held);
    if (order.kind !== 'publish_metadata')
      await rememberSources(tx, dataset.uid, order.kind === 'publish' ? order.configuration : {});
  }
  const sentences = [message?.replace(/[^.]$/, '$&.') ?? '', await remarkOn(tx, held, { showsNothing, before })].filter(
    (sentence) => sentence !== '',
  );
  moveStatus(dataset, event, tx.app.clock.now(), {
    message: sentences.join(' ') || null,
    params: params ?? {},
    recordsErrors: order.progress?.recordsErrors ?? [],
  });
  // while the dataset is locked nobody pushes: nothing falls between these records and those before
  if (event === 'done' && order.kind === 'publish') await catchUpWithLog(tx, dataset);
  await tx.em.remove(order).flush();
  await tx.app.jobs.send(tx.db, sweepQueue, {}, { key: sweepQueue });
}

/** What people should know of what readers see after a publication. */
async function remarkOn(
  tx: RequestContext,
  { dataset, order }: HeldOrder,
  { showsNothing, before }: { showsNothing: boolean; before: readonly PublishedField[] },
): Promise<string> {
  if (order.kind !== 'publish') return '';
  if (showsNothing) return dataset.isPublished ? 'The records published before stay as they were.' : '';
  const fields = dataset.publishedFields ?? [];
  return [remarkOnFields(before, fields), await filterRemark(tx, dataset.uid, fields)]
    .filter((remark) => remark !== '')
    .join(' ');
}

/** How many fields the status names. */
const namesShown = 10;

/** A source that has become another one has other columns. */
function remarkOnFields(before: readonly PublishedField[], fields: readonly PublishedField[]): string {
  const names = new Set(fields.map(({ name }) => name));
  if (before.length === 0 || before.some(({ name }) => names.has(name))) return '';
  const [shown, more] = [
    before
      .slice(0, namesShown)
      .map(({ name }) => name)
      .join(', '),
    before.length - namesShown,
  ];
  return `None of the fields published before is left: ${shown}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The remote values of what readers are to see, and of the draft where that is still linked to the same dataset. Nobody's change: it makes no version. */
async function refreshMetadata(tx: RequestContext, { dataset, order }: HeldOrder, told: ToldRemote): Promise<void> {
  const { configuration } = order;
  order.configuration = {
    ...configuration,
    metadata: linkMetadata(tx.app.registry, configuration.metadata ?? {}, told.metas),
  };
  await linkToRemote(tx, dataset, told);
}
