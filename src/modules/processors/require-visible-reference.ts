import type { RequestContext } from '../../api/context.ts';
import { processorOf } from '../../engine/processors/registry.ts';
import { failFields } from '../../kernel/fail.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { findVisibleData } from '../datasets/index.ts';

/**
 * Fails INVALID_INPUT at the parameter `dataset`, which is named after the prefix, where a processor refers to records or
 * fields that the caller does not see; it does not tell whether they exist.
 */
export async function requireVisibleReference(
  ctx: RequestContext,
  { type, params }: { readonly type: string; readonly params: JsonObject },
  prefix = '',
): Promise<void> {
  const reference = processorOf(type).reference(params);
  if (!reference) return;
  const seen = await findVisibleData(ctx, reference.dataset);
  if (!seen) failFields({ [`${prefix}dataset`]: ['You see no published data of a dataset with this identifier.'] });
  const missing = reference.needed.filter((name) => !seen.fields.includes(name));
  if (missing.length > 0)
    failFields({
      [`${prefix}dataset`]: [`You see no such fields of this dataset: ${missing.slice(0, 10).join(', ')}.`],
    });
}
