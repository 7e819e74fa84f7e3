import { failFields } from '../../kernel/fail.ts';
import { concat } from './concat.ts';
import { dateNormalizer } from './date-normalizer.ts';
import type { Processor } from './processor.ts';
import { regexpReplace } from './regexp-replace.ts';
import { skipRecord } from './skip-record.ts';
import { split } from './split.ts';
import { stringReplace } from './string-replace.ts';

/** All transformations of rows. */
export const processors: readonly Processor[] = Object.freeze([
  concat, dateNormalizer, regexpReplace, skipRecord, split, stringReplace,
]);

/** The processor of a type; fails INVALID_INPUT at `type` when there is none. */
export const processorOf = (type: string): Processor =>
  processors.find((processor) => processor.type === type)
  ?? failFields({ type: [`Choose one of: ${processors.map((processor) => processor.type).join(', ')}.`] });
