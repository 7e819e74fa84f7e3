import { matchParts, stepLikenesses } from '../../api/match-parts.ts';
import { newUid } from '../../kernel/ids.ts';
import { mapBelow } from '../../kernel/map-below.ts';
import { desiredPart } from '../datasets/index.ts';
import type { CapturedProcessor } from './captured-processor.ts';
import { DesiredProcessorInput } from './processor.inputs.ts';
import { checkProcessor } from './processor.rules.ts';

/** The stack that an input describes: one without a uid goes on an equal processor, else on one of its type. */
export const desiredProcessors = desiredPart<readonly DesiredProcessorInput[], readonly CapturedProcessor[]>({
  name: 'processors',
  type: () => [DesiredProcessorInput],
  description: 'The whole stack, in order.',
  plan: async (_tx, input, { present }) => {
    const wanted = (input ?? []).map(({ uid, type, label, params }) => ({ uid, type, label: label ?? '', params: params ?? {} }));
    await mapBelow(wanted, (at) => `processors.${at}`, (processor) => checkProcessor(processor, 'params.'));
    const matched = matchParts('processors', present, wanted, stepLikenesses);
    return { content: wanted.map((processor, at) => ({ ...processor, uid: matched[at]?.uid ?? newUid('processor') })) };
  },
});
