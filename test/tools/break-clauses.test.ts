import { expect, test } from '@jest/globals';
import { breakClauses } from '#tools/break-clauses.ts';

test('each clause of a query is on a line of its own, indented by the depth of subqueries', () => {
  expect(breakClauses(`select a, (select count(*) from b where c = 1) as d from e order by f limit 2`)).toBe(
    ['select a, (', '  select count(*)', '  from b', '  where c = 1) as d', 'from e', 'order by f', 'limit 2'].join(
      '\n',
    ),
  );
});

test('strings, quoted names and the arguments of functions stay on their line', () => {
  for (const text of [`select 'a from (b'' where', "x from y"`, 'select json_agg(a order by b), extract(day from c)'])
    expect(breakClauses(text)).toBe(text);
});
