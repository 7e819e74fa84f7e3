/** The maximum number of characters of a statement that are read, and that a span has. */
const maxRead = 8_000;
const maxLength = 2_000;

/** A quoted name, or a literal: an escape string, a string, a dollar-quoted string, a number. The end of the text ends a literal as well. */
const literals =
  /"(?:[^"]|"")*(?:"|$)|\be'(?:[^'\\]|''|\\[\s\S])*(?:'|\\?$)|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|(?<![\w$."])\d[\w.]*/gi;

/** The text of a statement without its literals: the ORM writes values into the text, and they must not leave the process. */
export const withoutLiterals = (text: string): string =>
  text
    .slice(0, maxRead)
    .replace(literals, (literal) => (literal.startsWith('"') ? literal : '?'))
    .slice(0, maxLength);

/** The first word of a statement, as the name of its span. */
export const commandOf = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
