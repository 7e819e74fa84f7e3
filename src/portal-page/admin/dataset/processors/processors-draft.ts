import { isRecord } from '#portal-page/json.ts';
import type { Params } from '#portal-page/admin/editing/parameter-fields.tsx';
import type { AdminProcessorsQuery, DesiredProcessorInput } from '#portal-page/admin/generated/operations.ts';
import { isSame } from '../draft.ts';

/** A processor of a stack that is edited. */
export interface EditedProcessor {
  /** Tells it from the others while it is edited. */
  readonly key: string;
  /** Undefined while it is not saved. */
  readonly uid?: string | undefined;
  readonly type: string;
  readonly label: string;
  readonly params: Params;
}

/** The stack that is saved. */
export const savedStack = (
  nodes: NonNullable<AdminProcessorsQuery['dataset']>['processors']['nodes'],
): readonly EditedProcessor[] => nodes.map(({ uid, type, label, params }) => ({ key: uid, uid, type, label, params }));

/** A stack as the browser kept it; undefined for anything else. */
export function readStack(kept: unknown): readonly EditedProcessor[] | undefined {
  if (!Array.isArray(kept)) return undefined;
  return kept.flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const { key, uid, type, label, params } = each;
    if (typeof key !== 'string' || typeof type !== 'string') return [];
    return [
      {
        key,
        ...(typeof uid === 'string' && { uid }),
        type,
        label: typeof label === 'string' ? label : '',
        params: isRecord(params) ? params : {},
      },
    ];
  });
}

/** A stack with one more processor at its end. */
export function withProcessor(
  stack: readonly EditedProcessor[],
  type: string,
  params: Params,
): readonly EditedProcessor[] {
  const keys = new Set(stack.map(({ key }) => key));
  const numbers = stack.map((_each, index) => `new-${index}`);
  const key = numbers.find((each) => !keys.has(each)) ?? `new-${stack.length}`;
  return [...stack, { key, type, label: '', params }];
}

/** How many processors differ from what is saved, with one for their order. */
export function countOf(stack: readonly EditedProcessor[], saved: readonly EditedProcessor[]): number {
  const savedByKey = new Map(saved.map((processor) => [processor.key, processor]));
  const keys = new Set(stack.map(({ key }) => key));
  const removed = saved.filter(({ key }) => !keys.has(key)).length;
  const changed = stack.filter((processor) => !isSame(savedByKey.get(processor.key), processor)).length;
  const kept = stack.filter(({ key }) => savedByKey.has(key)).map(({ key }) => key);
  const isMoved = !isSame(
    saved.map(({ key }) => key).filter((key) => keys.has(key)),
    kept,
  );
  return removed + changed + (isMoved ? 1 : 0);
}

/** A stack as the service tries it. */
export const triedStack = (stack: readonly EditedProcessor[]) => stack.map(({ type, params }) => ({ type, params }));

/** A stack as the service saves it. */
export const desiredStack = (stack: readonly EditedProcessor[]): DesiredProcessorInput[] =>
  stack.map(({ uid, type, label, params }) => ({ ...(uid !== undefined && { uid }), type, label, params }));
