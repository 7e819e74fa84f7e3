import { settingsNamed, type BlockKind } from '../block-kind.ts';
import { readTexts } from './read-text.ts';

const longestName = 250;
const mostChosen = 100;
const longest = 2000;

/** One or several values of a field of a dataset. The existence of the values is not checked here. */
export const advancedChoice: BlockKind = {
  compared: 'list',
  settings: settingsNamed('advancedChoice', {
    check: ({ datasetUid, field }) => ({
      ...((datasetUid === '' || datasetUid.length > longestName) && { datasetUid: ['Give the uid of a dataset.'] }),
      ...((field === '' || field.length > longestName) && { field: ['Give the name of a field.'] }),
    }),
  }),
  read: (answer, { advancedChoice: settings }) => {
    const reading = readTexts(answer, { most: mostChosen, longest });
    return 'value' in reading && settings?.isMultiple !== true && reading.value.length > 1
      ? { problem: 'Choose one.' }
      : reading;
  },
};
