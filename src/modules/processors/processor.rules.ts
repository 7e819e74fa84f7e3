import { isDeepStrictEqual } from 'node:util';
import type { Processor } from '#engine/processors/processor.ts';
import { processorOf } from '#engine/processors/registry.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields, failOnFields, type FieldErrors } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { listNames } from '#kernel/text.ts';
import type { RequestContext } from '#api/context.ts';
import { findReadableRecords } from '#records/index.ts';

const maxLabelLength = 1000;
/** The maximum number of unknown parameters that are reported. */
const maxUnknown = 10;

/**
 * Fails INVALID_INPUT at `type` for an unknown type, at `label` for a label that is too long, and at `<prefix><name>` for each
 * parameter that is invalid or that the type does not have: a misspelt one would change the result in silence.
 */
export function checkProcessor(
  { type, label, params }: { type: string; label: string; params: JsonObject },
  prefix = '',
): void {
  checkAll(
    () => {
      const processor = processorOf(type);
      const parameterErrors = Object.entries({ ...unknownErrors(processor, params), ...processor.check(params) });
      failOnFields(Object.fromEntries(parameterErrors.map(([name, messages]) => [`${prefix}${name}`, messages])));
    },
    () => {
      failOnFields(labelErrors(label));
    },
  );
}

function unknownErrors({ parameters }: Pick<Processor, 'parameters'>, params: JsonObject): FieldErrors {
  const names = parameters.map(({ name }) => name);
  const advice = names.length > 0 ? `Use ${listNames(names)}.` : 'The type has no parameters.';
  const unknown = Object.keys(params).filter((name) => !names.includes(name));
  return Object.fromEntries(
    unknown.slice(0, maxUnknown).map((name) => [name, [`There is no such parameter. ${advice}`]]),
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

/** Fails INVALID_INPUT at `<prefix>dataset` for records or fields that the caller cannot see, whether they exist or not. */
export async function requireVisibleReference(
  ctx: RequestContext,
  { type, params }: { readonly type: string; readonly params: JsonObject },
  prefix = '',
): Promise<void> {
  const reference = processorOf(type).reference(params);
  if (!reference) return;
  const visible = await findReadableRecords(ctx, reference.dataset);
  if (!visible) failFields({ [`${prefix}dataset`]: ['No published dataset with this identifier is visible to you.'] });
  const names = visible.fields.map(({ name }) => name);
  const missing = reference.requiredFields.filter((name) => !names.includes(name));
  if (missing.length > 0)
    failFields({
      [`${prefix}dataset`]: [`These fields of the dataset are not visible to you: ${missing.slice(0, 10).join(', ')}.`],
    });
}

/** Checks a processor that the caller tries. Fails INVALID_INPUT at `type` and at `params.<name>`. */
export async function checkUnsavedProcessor(
  ctx: RequestContext,
  processor: { readonly type: string; readonly params: JsonObject },
): Promise<void> {
  checkProcessor({ ...processor, label: '' }, 'params.');
  await requireVisibleReference(ctx, processor, 'params.');
}
