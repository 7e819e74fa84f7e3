import { isJsonObject } from '../../../kernel/json.ts';
import type { BlockKind } from '../block-kind.ts';

/** An image that comes as a multipart part named as the block; the data names the part, or says of the image that is there already what was read. */
export const image: BlockKind = {
  compared: 'presence',
  read: (answer, { fieldId }, { parts, stored }) => {
    if (answer === fieldId)
      return parts.has(fieldId)
        ? { value: fieldId }
        : { problem: `Send the image as a multipart part with the name ${fieldId}.` };
    const id = isJsonObject(answer) ? answer['id'] : undefined;
    const known = typeof id === 'string' ? stored.get(id) : undefined;
    return known
      ? { value: known }
      : { problem: `Give the name of the part with the image, ${fieldId}, or what was read of the image before.` };
  },
};
