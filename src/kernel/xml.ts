// XML 1.0 cannot contain these characters in any form
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const forbiddenAll = new RegExp(forbidden.source, 'gu');

/** Whether a text has characters that XML cannot contain, which `escapeXml` replaces. */
export const hasForbiddenXml = (text: string): boolean => forbidden.test(text);

const escapes: Readonly<Record<string, string>> = Object.freeze({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
});

/** A text as the content of an XML element or attribute. A character that XML cannot contain becomes U+FFFD. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? '').replace(forbiddenAll, '\uFFFD');
