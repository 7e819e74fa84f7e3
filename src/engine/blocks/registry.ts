import { advancedChoice } from './advanced-choice.ts';
import { autofill } from './autofill.ts';
import type { BlockType } from './block.ts';
import type { BlockKind } from './block-kind.ts';
import { boolean } from './boolean.ts';
import { choice } from './choice.ts';
import { contact } from './contact.ts';
import { dateTime } from './date-time.ts';
import { image } from './image.ts';
import { keywords } from './keywords.ts';
import { legal } from './legal.ts';
import { linkedDatasets } from './linked-datasets.ts';
import { locationPicker } from './location-picker.ts';
import { locationSearch } from './location-search.ts';
import { number } from './number.ts';
import { siret } from './siret.ts';
import { text } from './text.ts';
import { url } from './url.ts';

/** Every kind of block. */
export const blockKinds = Object.freeze({
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
}) satisfies Readonly<Record<BlockType, BlockKind>>;
