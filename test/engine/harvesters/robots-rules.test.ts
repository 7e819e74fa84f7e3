import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAllowed, parseRobots } from '#engine/harvesters/robots-rules.ts';

const allows = (content: string, path: string) => isAllowed(parseRobots(content, 'Catalograph'), path);

test('the longest rule of the groups with our name decides', () => {
  const content = `# robots
User-agent: *
Disallow: /
User-agent: other
user-agent: CATALOGRAPH/1.0
Disallow: /private # not for programs
Allow: /private/open
Disallow: /*.csv$
Disallow:
Crawl-delay: 10

User-agent: last
Disallow: /last
User-agent: Catalograph
Disallow: /again`;
  for (const path of ['/', '/data.json', '/private/open/1', '/a.csv?x', '/last'])
    expect(allows(content, path)).toBe(true);
  for (const path of ['/private', '/private/1', '/a.csv', '/b/c.csv', '/again/1'])
    expect(allows(content, path)).toBe(false);
  expect(allows('User-agent: *\nDisallow: /', '/')).toBe(true);
  expect(allows('User-agent: catalograph\nDisallow: /a\nAllow: /a', '/a')).toBe(true);
  expect(allows('<!DOCTYPE html><p>User-agent: catalograph', '/')).toBe(true);
});

test('a rule fits as its pattern does', () => {
  const pieces = fc.array(fc.constantFrom('a', 'b', '/', '*'), { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
  const paths = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 10 }).map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(pieces, fc.boolean(), paths, (rule, isToEnd, path) => {
      const pattern = new RegExp(`^${rule.replaceAll('*', '.*')}${isToEnd ? '$' : ''}`);
      expect(allows(`User-agent: catalograph\nDisallow: ${rule}${isToEnd ? '$' : ''}`, path)).toBe(!pattern.test(path));
    }),
  );
});
