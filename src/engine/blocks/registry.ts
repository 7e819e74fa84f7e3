import { advancedChoice } from './types/advanced-choice.ts';
import { autofill } from './types/autofill.ts';
import type { BlockType } from './block.ts';
import type { BlockTypeDefinition } from './block-type.ts';
import { boolean, legal } from './types/boolean.ts';
import { choice } from './types/choice.ts';
import { contact } from './types/contact.ts';
import { dateTime } from './types/date-time.ts';
import { image } from './types/image.ts';
import { keywords, linkedDatasets } from './types/text-lists.ts';
import { locationPicker, locationSearch } from './types/location.ts';
import { number } from './types/number.ts';
import { siret } from './types/siret.ts';
import { text } from './types/text.ts';
import { url } from './types/url.ts';

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
