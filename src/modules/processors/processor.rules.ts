import { isDeepStrictEqual } from 'node:util';
import { processorOf } from '../../engine/processors/registry.ts';
import { checkAll } from '../../kernel/check-all.ts';
import { failOnFields, type FieldErrors } from '../../kernel/fail.ts';
import type { JsonObject } from '../../kernel/json.ts';

const maxLabelLength = 1000;

/**
 * Fails INVALID_INPUT at `type` when there is no such processor, at `label`, or at the parameters that are wrong, which
 * are named after the prefix.
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

/** What a processor does, whatever it is called. */
interface Operation {
  readonly type: string;
  readonly params: JsonObject;
}

/** Whether a processor does what another one did: then it does not matter who says so. */
export const isSameOperation = (one: Operation, other: Operation | undefined): boolean =>
  one.type === other?.type && isDeepStrictEqual(one.params, other.params);

const labelErrors = (label: string): FieldErrors =>
  label.length > maxLabelLength ? { label: [`Give at most ${maxLabelLength} characters.`] } : {};
