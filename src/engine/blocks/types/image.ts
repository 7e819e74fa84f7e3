import { isJsonObject } from '#kernel/json.ts';
import type { BlockTypeDefinition } from '../block-type.ts';

/** An image, sent as a multipart part with the name of the block. The answer is the name of the part, or the image as it is already stored. */
export const image: BlockTypeDefinition = {
  comparisonType: 'presence',
  parse: (answer, { fieldId }, { parts, stored }) => {
    if (answer === fieldId)
      return parts.has(fieldId)
        ? { value: fieldId }
        : { problem: `Send the image as a multipart part with the name ${fieldId}.` };
    const id = isJsonObject(answer) ? answer['id'] : undefined;
    const known = typeof id === 'string' ? stored.get(id) : undefined;
    return known
      ? { value: known }
      : { problem: `Give the name of the part with the image, ${fieldId}, or the image as it was read before.` };
  },
};
