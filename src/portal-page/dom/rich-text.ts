import DOMPurify from 'dompurify';

const descriptionTags = [
  ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'pre', 'blockquote', 'hr'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'h3', 'h4', 'h5', 'h6', 'a'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

/** A description in HTML with its structure and links. Scripts, styles, images, forms and other attributes are removed. */
export const richText = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: descriptionTags,
    ALLOWED_ATTR: ['href', 'title', 'lang'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/)|#)/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });

/** A text whose found words the graph marked, and nothing else of HTML. */
export const markedText = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, { ALLOWED_TAGS: ['mark'], ALLOWED_ATTR: [], RETURN_DOM_FRAGMENT: true });

/** The text of a fragment of HTML, in one line. */
export const plainText = (html: string): string =>
  DOMPurify.sanitize(html.replace(/<(?:\/p|br|\/li|\/h\d)\b/gi, ' $&'), {
    ALLOWED_TAGS: [],
    RETURN_DOM_FRAGMENT: true,
  })
    .textContent.replace(/\s+/g, ' ')
    .trim();
