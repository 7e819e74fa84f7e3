import validator from 'validator';
import type { BlockTypeDefinition } from '../block-type.ts';
import { parseText } from '../parse-text.ts';

const maxLength = 2000;

/** Whether a text is an absolute address on the web, http or https; other schemes are not safe as links. */
export const isHttpUrl = (text: string): boolean =>
  // Without the slashes, a browser on a page of the same scheme resolves the text as a relative path.
  text.length <= maxLength &&
  /^https?:\/\//i.test(text) &&
  validator.isURL(text, {
    protocols: ['http', 'https'],
    require_protocol: true,
    require_tld: false,
    disallow_auth: true,
  }) &&
  URL.canParse(text);

/** An address on the web. */
export const url: BlockTypeDefinition = {
  comparisonType: 'text',
  parse: (answer) => {
    const parsed = parseText(answer, maxLength);
    return 'problem' in parsed || isHttpUrl(parsed.value)
      ? parsed
      : { problem: 'Give an address that begins with http:// or https://.' };
  },
};
