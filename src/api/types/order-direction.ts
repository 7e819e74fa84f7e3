import { registerEnumType } from 'type-graphql';

/** The direction of a key of an order. */
export enum OrderDirection {
  ASC = 'ASC',
  DESC = 'DESC',
}
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'The direction of an order.',
  valuesConfig: {
    ASC: { description: 'The smallest value first.' },
    DESC: { description: 'The largest value first.' },
  },
});
