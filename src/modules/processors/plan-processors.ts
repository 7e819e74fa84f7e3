import { matchParts, stepIdentityKeys } from '#api/match-parts.ts';
import { newUid } from '#kernel/ids.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { defineApplyField, checkPartLimit } from '#datasets/index.ts';
import type { CapturedProcessor } from './captured-processor.ts';
import { DesiredProcessorInput } from './processor.inputs.ts';
import { checkProcessor, isSameOperation } from './processor.rules.ts';
import { requireVisibleReference } from './require-visible-reference.ts';

/** Plans the stack that an input describes. An input without a uid is matched to an equal processor, else to a processor of the same type. */
export const planProcessors = defineApplyField<readonly DesiredProcessorInput[], readonly CapturedProcessor[]>({
  name: 'processors',
  type: () => [DesiredProcessorInput],
  description: 'The whole stack of processors, in order.',
  plan: async (tx, input, { current }) => {
    checkPartLimit('processors', input?.length ?? 0);
    const currentByUid = new Map(current.map((processor) => [processor.uid, processor]));
    const desired = (input ?? []).map(({ uid, type, ...given }) => {
      const old = currentByUid.get(uid ?? '');
      const { label = old?.label, params = old?.type === type ? old.params : null } = given;
      return { uid, type, label: label ?? '', params: params ?? {} };
    });
    const pathOf = (index: number) => `processors.${index}`;
    const check = (processor: (typeof desired)[number]) => {
      checkProcessor(processor, 'params.');
    };
    const matched = await checkBefore(
      () => matchParts('processors', current, desired, stepIdentityKeys),
      () => mapCollectingErrors(desired, pathOf, check),
    );
    await mapCollectingErrors(desired, pathOf, async (processor, index) => {
      check(processor);
      if (!isSameOperation(processor, matched[index])) await requireVisibleReference(tx, processor, 'params.');
    });
    return {
      snapshot: desired.map((processor, index) => ({ ...processor, uid: matched[index]?.uid ?? newUid('processor') })),
    };
  },
});
