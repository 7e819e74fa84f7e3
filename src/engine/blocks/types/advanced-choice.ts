import { defineSettings, type BlockTypeDefinition } from '../block-type.ts';
import { parseTexts } from '../parse-text.ts';

const maxNameLength = 250;
const maxChosen = 100;
const maxLength = 2000;

/** One or several values of a field of a dataset. The existence of the values is not checked here. */
export const advancedChoice: BlockTypeDefinition = {
  comparisonType: 'list',
  settings: defineSettings('advancedChoice', {
    check: ({ datasetUid, field }) => ({
      ...((datasetUid === '' || datasetUid.length > maxNameLength) && { datasetUid: ['Give the uid of a dataset.'] }),
      ...((field === '' || field.length > maxNameLength) && { field: ['Give the name of a field.'] }),
    }),
  }),
  parse: (answer, { advancedChoice: settings }) => {
    const parsed = parseTexts(answer, { maxItems: maxChosen, maxLength });
    return 'value' in parsed && settings?.isMultiple !== true && parsed.value.length > 1
      ? { problem: 'Choose one.' }
      : parsed;
  },
};
