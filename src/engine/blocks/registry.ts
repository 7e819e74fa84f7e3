import { advancedChoice } from './kinds/advanced-choice.ts';
import { autofill } from './kinds/autofill.ts';
import type { BlockType } from './block.ts';
import type { BlockKind } from './block-kind.ts';
import { boolean, legal } from './kinds/boolean.ts';
import { choice } from './kinds/choice.ts';
import { contact } from './kinds/contact.ts';
import { dateTime } from './kinds/date-time.ts';
import { image } from './kinds/image.ts';
import { keywords, linkedDatasets } from './kinds/text-lists.ts';
import { locationPicker, locationSearch } from './kinds/location.ts';
import { number } from './kinds/number.ts';
import { siret } from './kinds/siret.ts';
import { text } from './kinds/text.ts';
import { url } from './kinds/url.ts';

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
