import type { RequestContext } from '#api/context.ts';
import { processorOf } from '#engine/processors/registry.ts';
import { failFields } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { findReadableRecords } from '#records/index.ts';

/**
 * Fails INVALID_INPUT at `<prefix>dataset` when a processor refers to records or fields that are not visible to the caller.
 * The message does not reveal whether those records or fields exist.
 */
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
