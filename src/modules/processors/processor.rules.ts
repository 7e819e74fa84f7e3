import { isDeepStrictEqual } from 'node:util';
import { processorOf } from '../../engine/processors/registry.ts';
import { checkAll } from '../../kernel/check-all.ts';
import { failOnFields, type FieldErrors } from '../../kernel/fail.ts';
import type { JsonObject } from '../../kernel/json.ts';

const maxLabelLength = 1000;

/**
 * Fails INVALID_INPUT at `type` for an unknown type, at `label` for a label that is too long, and at `<prefix><name>` for each
 * invalid parameter.
 */
export function checkProcessor(
  { type, label, params }: { type: string; label: string; params: JsonObject },
  prefix = '',
): void {
  checkAll(
    () => {
      const parameterErrors = Object.entries(processorOf(type).check(params));
      failOnFields(Object.fromEntries(parameterErrors.map(([name, messages]) => [`${prefix}${name}`, messages])));
    },
    () => {
      failOnFields(labelErrors(label));
    },
  );
}

/** The operation of a processor, without its label. */
interface Operation {
  readonly type: string;
  readonly params: JsonObject;
}

/** Whether two processors have the same type and parameters. A change that keeps both also keeps the definer. */
export const isSameOperation = (one: Operation, other: Operation | undefined): boolean =>
  one.type === other?.type && isDeepStrictEqual(one.params, other.params);

const labelErrors = (label: string): FieldErrors =>
  label.length > maxLabelLength ? { label: [`Give at most ${maxLabelLength} characters.`] } : {};
