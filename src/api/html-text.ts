import { Parser } from 'htmlparser2';

/** Elements that end a line of text. */
const blocks = new Set([
  'p',
  'div',
  'br',
  'li',
  'ul',
  'ol',
  'tr',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
]);

/** The text of HTML, without its markup. Each block element becomes a line. */
export function htmlText(html: string): string {
  let text = '';
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (isHidden(name)) hiddenDepth += 1;
    },
    ontext(piece) {
      if (hiddenDepth === 0) text += piece;
    },
    onclosetag(name) {
      if (isHidden(name)) hiddenDepth -= 1;
      if (blocks.has(name)) text += '\n';
    },
  });
  parser.end(html);
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

const isHidden = (name: string): boolean => name === 'script' || name === 'style';
