import { advancedChoice, boolean, choice, dateTime, legal, number } from './value-types.ts';
import { autofill, keywords, linkedDatasets, siret, text, url } from './text-types.ts';
import type { BlockType } from './block.ts';
import type { BlockTypeDefinition } from './block-type.ts';
import { contact, image, locationPicker, locationSearch } from './composed-types.ts';

/** The definition of every type of block. */
export const blockTypeDefinitions = Object.freeze({
  text,
  number,
  contact,
  choice,
  advanced_choice: advancedChoice,
  autofill,
  boolean,
  location_picker: locationPicker,
  location_search: locationSearch,
  date_time: dateTime,
  url,
  image,
  legal,
  keywords,
  siret,
  linked_datasets: linkedDatasets,
}) satisfies Readonly<Record<BlockType, BlockTypeDefinition>>;
