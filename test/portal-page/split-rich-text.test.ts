import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitRichText, type SplitText } from '#portal-page/split-rich-text.ts';

type Content = SplitText['shown'];

const element = (tag: string, ...children: Content) => ({ tag, attributes: {}, children: [...children] });
const textOf = (nodes: Content): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');

test('a text that is not half as long again is shown whole', () => {
  const text = [element('p', 'x'.repeat(100)), element('p', 'y'.repeat(40))];
  expect(splitRichText(text, 100)).toEqual({ shown: text, rest: [] });
});

test('a long text is split between paragraphs, a long paragraph between words', () => {
  const [first, second] = [element('p', 'one '.repeat(30)), element('p', 'two '.repeat(30))];
  expect(splitRichText([first, second], 100)).toEqual({ shown: [first], rest: [second] });
  expect(splitRichText([element('p', 'one two three')], 6)).toEqual({
    shown: [element('p', 'one two')],
    rest: [element('p', ' three')],
  });
});

test('a link and a table stay whole', () => {
  const link = element('a', 'a long name of a link');
  expect(splitRichText([link, ' and what follows it, which is longer still'], 4).shown).toEqual([link]);
  const table = element('table', element('tr', element('td', 'cell '.repeat(50))));
  expect(splitRichText([table], 10)).toEqual({ shown: [table], rest: [] });
});

test('both parts together are the text, whatever it is', () => {
  const { nodes } = fc.letrec<{ node: Content[number]; nodes: Content }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.string({ maxLength: 40 }),
      fc.tuple(fc.constantFrom('p', 'ul', 'li', 'a', 'em'), tie('nodes')).map(([tag, all]) => element(tag, ...all)),
    ),
    nodes: fc.array(tie('node'), { maxLength: 5 }),
  }));
  fc.assert(
    fc.property(nodes, fc.integer({ min: 1, max: 60 }), (text, length) => {
      const { shown, rest } = splitRichText(text, length);
      expect(textOf(shown) + textOf(rest)).toBe(textOf(text));
    }),
  );
});
