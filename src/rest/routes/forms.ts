import { RetrieveFormDocument, type RetrieveFormQuery } from '../generated/operations.ts';
import { one } from '../responders/responders.ts';
import { row } from '../route.ts';
import { withoutNulls } from '../wire-values.ts';

type Form = NonNullable<RetrieveFormQuery['form']>;

/** A form without what its blocks and its ending do not say: settings of other types, and other endings. */
const asTold = ({ sections, ending, ...form }: Form): object => ({
  ...form,
  sections: sections.map(({ title, blocks }) => ({ title, blocks: blocks.map(withoutNulls) })),
  ending: withoutNulls(ending),
});

/** Published forms (rest.md 3, Form). */
export const formRoutes = [
  row({
    method: 'GET', path: '/forms/{slug}/', operation: RetrieveFormDocument,
    variables: ({ path }) => ({ form_slug: path['slug'] }),
    respond: one(({ form }) => form && asTold(form)),
  }),
];
