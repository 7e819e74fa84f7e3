import { encodePart } from './quote.ts';

/** The address that opens a mail with a title as its subject and an address as its text. */
export const mailAddress = (title: string, address: string): string =>
  `mailto:?subject=${encodePart(title.replaceAll(/\s+/g, ' ').trim())}&body=${encodePart(address)}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The line of HTML by which other pages show a chart or a map of this portal. */
export const embedCode = (address: string, title: string): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title.replaceAll(/\s+/g, ' ').trim())}" width="100%" height="520" loading="lazy" style="border: 0"></iframe>`;
