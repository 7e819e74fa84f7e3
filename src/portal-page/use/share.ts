import { encodePart } from './quote.ts';

/** The address that opens a mail with a title as its subject and an address as its text. */
export const mailAddress = (title: string, address: string): string =>
  `mailto:?subject=${encodePart(title.replaceAll(/\s+/g, ' ').trim())}&body=${encodePart(address)}`;
