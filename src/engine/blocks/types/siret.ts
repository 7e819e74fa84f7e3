import { validate } from 'stdnum/lib/cjs/fr/siret.js';
import type { BlockTypeDefinition } from '../block-type.ts';
import { parseText } from '../parse-text.ts';

/** The number of an establishment in France: 14 digits with a check digit, stored without the spaces between them. */
export const siret: BlockTypeDefinition = {
  comparisonType: 'text',
  parse: (answer) => {
    const parsed = parseText(answer, 40);
    if ('problem' in parsed) return parsed;
    const checked = validate(parsed.value);
    return checked.isValid && /^\d{14}$/.test(checked.compact)
      ? { value: checked.compact }
      : { problem: 'Give a SIRET: 14 digits, such as 732 829 320 00074.' };
  },
};
